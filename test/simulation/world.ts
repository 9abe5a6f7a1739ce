import type { MadeConcert } from '../shop/make-concert.ts';
import type { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import type { Random } from './random.ts';

/** What the steps of a simulation work with. */
export interface World {
  random: Random;
  /** Two processes of one shop: one database, one provider. */
  shops: [TestShop, TestShop];
  concerts: MadeConcert[];
  buyers: PageBuyer[];
  /** Tokens of orders that somebody was told of. */
  acknowledged: Set<string>;
}

/** One thing that happens; `weight` says how often. Answers what it did, for the log. */
export interface Step {
  name: string;
  weight: number;
  run: (world: World) => Promise<string | number>;
}
