import type { TestOffice } from '../office.ts';
import type { TestConcert } from '../shop/create-concert.ts';
import type { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import type { Random } from './random.ts';

/** The state that the steps of a simulation share. */
export interface World {
  random: Random;
  /** Two processes of one shop: one database, one provider. */
  shops: [TestShop, TestShop];
  /** The office in each of them. */
  offices: [TestOffice, TestOffice];
  concerts: TestConcert[];
  buyers: PageBuyer[];
  /** Tokens of orders that a buyer has received. */
  acknowledged: Set<string>;
}

/** A step; `weight` is its relative frequency. Returns a summary for the log. */
export interface Step {
  name: string;
  weight: number;
  run: (world: World) => Promise<string | number>;
}
