import { type BuyerResponse, Buyer } from '../buyer.ts';
import { advance } from '../shop/advance-time.ts';
import type { PageBuyer } from '../shop/page-buyer.ts';
import type { Step, World } from './world.ts';

const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_processing',
  'pm_card_chargeDeclinedLater',
  'pm_card_pendingRefund',
];

const anyBuyer = (world: World): PageBuyer => {
  const buyer = world.random.pick(world.buyers);
  // sometimes in another tab, which may reach the other process
  if (!world.random.chance(0.3)) return buyer;
  const tab = buyer.tab(world.random.pick(world.shops));
  tab.intent = buyer.intent;
  return tab;
};

/** Makes a call; in one of ten cases the buyer disconnects before the response. */
async function impatiently(
  world: World,
  buyer: Buyer,
  call: (buyer: Buyer) => Promise<BuyerResponse>,
): Promise<number> {
  if (!world.random.chance(0.1)) return (await call(buyer)).status;
  const impatient = buyer.tab();
  impatient.intent = buyer.intent;
  impatient.signal = AbortSignal.timeout(1 + world.random.below(15));
  return (await call(impatient)).status;
}

const lineOptions = ({ random }: World) => {
  return { type: random.below(2), quantity: 1 + random.below(2) };
};

const address = ({ random }: World) => ({ email: `buyer-${random.below(4)}@example.org` });

async function complete(world: World, buyer: Buyer): Promise<number> {
  return await impatiently(world, buyer, async (impatient) => {
    const response = await impatient.complete();
    const token = response.body.data?.order_token;
    if (response.status === 200 && token !== undefined) world.acknowledged.add(token);
    return response;
  });
}

/** Returns from the provider's page. */
async function comeBack(world: World, buyer: PageBuyer): Promise<number> {
  const { status, orderToken } = await buyer.comeBack();
  if (orderToken !== undefined) world.acknowledged.add(orderToken);
  return status;
}

/** Steps of buyers, in random order. */
export const buyerSteps: Step[] = [
  {
    name: 'add',
    weight: 8,
    run: (world) => {
      const concert = world.random.pick(world.concerts);
      const options = lineOptions(world);
      return impatiently(world, anyBuyer(world), (buyer) => buyer.add(concert, options));
    },
  },
  {
    name: 'set',
    weight: 5,
    run: (world) => {
      const concert = world.random.pick(world.concerts);
      const options = { type: 0, quantity: world.random.below(3) };
      return impatiently(world, anyBuyer(world), (buyer) => buyer.set(concert, options));
    },
  },
  {
    name: 'details',
    weight: 5,
    run: async (world) => (await anyBuyer(world).details(address(world))).status,
  },
  {
    name: 'delivery',
    weight: 6,
    run: (world) => {
      const method = world.random.pick(['boxoffice', 'onlineticket', 'postal']);
      return impatiently(world, anyBuyer(world), (buyer) => buyer.delivery(method));
    },
  },
  { name: 'extend', weight: 1, run: async (world) => (await anyBuyer(world).extend()).status },
  { name: 'clear', weight: 1, run: async (world) => (await anyBuyer(world).clear()).status },
  {
    name: 'check out',
    weight: 30,
    run: async (world) => {
      const buyer = world.random.pick(world.buyers);
      const concert = world.random.pick(world.concerts);
      const options = lineOptions(world);
      const steps = [
        () => buyer.add(concert, options),
        () => buyer.details(address(world)),
        () => buyer.delivery(world.random.pick(['boxoffice', 'onlineticket', 'postal'])),
        () => buyer.initiate(),
      ];
      for (const step of steps) {
        const { status } = await step();
        if (status !== 200) return status;
      }
      // most buyers pay; some of them close the browser before the shop is notified
      if (world.random.chance(0.3)) return 'did not pay';
      buyer.pay(world.random.pick(CARDS));
      if (world.random.chance(0.4)) return 'paid, gone';
      return `paid, ${await complete(world, buyer)}`;
    },
  },
  {
    // usually nothing is in the way, and some buy for two concerts
    name: 'buy',
    weight: 16,
    run: async (world) => {
      const { random } = world;
      const buyer = new Buyer(random.pick(world.shops));
      const concerts = [random.pick(world.concerts), random.pick(world.concerts)];
      for (const concert of concerts.slice(random.below(2))) {
        await buyer.add(concert, lineOptions(world));
      }
      await buyer.details(address(world));
      await buyer.delivery(random.pick(['boxoffice', 'onlineticket', 'postal']));
      await buyer.initiate();
      buyer.pay(random.pick(['pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund']));
      return await complete(world, buyer);
    },
  },
  {
    // the bank takes so long that the hold expires and another buyer gets the tickets
    name: 'slow bank, sold out',
    weight: 4,
    run: async (world) => {
      const buyer = world.random.pick(world.buyers);
      const concert = world.random.pick(world.concerts);
      buyer.pay('pm_card_processing');
      await advance(world.shops[0].pool, buyer, 33);
      const rival = new Buyer(world.random.pick(world.shops));
      const taken = await Promise.all(
        [6, 3, 2, 1, 1].map((quantity) => rival.add(concert, { quantity })),
      );
      return taken.filter(({ status }) => status === 200).length;
    },
  },
  {
    name: 'initiate',
    weight: 8,
    run: (world) =>
      impatiently(world, world.random.pick(world.buyers), (buyer) => buyer.initiate()),
  },
  {
    name: 'pay',
    weight: 18,
    run: (world) => {
      const buyer = anyBuyer(world);
      const card = world.random.pick(CARDS);
      buyer.pay(card);
      return Promise.resolve(card);
    },
  },
  {
    name: 'authenticate',
    weight: 4,
    run: (world) => {
      const outcome = world.random.chance(0.7) ? 'complete' : 'fail';
      world.shops[0].sandbox.faults.authenticate(anyBuyer(world).intent, outcome);
      return Promise.resolve(outcome);
    },
  },
  {
    name: 'complete',
    weight: 14,
    run: (world) => complete(world, anyBuyer(world)),
  },
  {
    name: 'check out by page',
    weight: 12,
    run: async (world) => {
      const buyer = world.random.pick(world.buyers);
      await buyer.checkOutByPage(
        world.random.pick(world.concerts),
        lineOptions(world),
        'boxoffice',
      );
      if (world.random.chance(0.3)) return 'did not pay';
      buyer.payPage(world.random.pick(CARDS));
      return world.random.chance(0.4) ? 'paid, gone' : `paid, ${await comeBack(world, buyer)}`;
    },
  },
  {
    name: 'open page',
    weight: 6,
    run: async (world) => {
      const buyer = world.random.pick(world.buyers);
      const { status, orderToken } = await buyer.openPage();
      if (orderToken !== undefined) world.acknowledged.add(orderToken);
      return status;
    },
  },
  {
    name: 'pay page',
    weight: 8,
    run: (world) => {
      const card = world.random.pick(CARDS);
      anyBuyer(world).payPage(card);
      return Promise.resolve(card);
    },
  },
  { name: 'come back', weight: 8, run: (world) => comeBack(world, anyBuyer(world)) },
];
