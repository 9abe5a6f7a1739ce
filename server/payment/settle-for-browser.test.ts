import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createTestDatabase } from '#test/database.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { settleReturn } from './complete-payment.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
const second = await openShop({ database, sandbox: shop.sandbox, takesWebhooks: false });
let buyer: Buyer;
let reads = 0;
for (const { payment } of [shop, second]) {
  payment.provider.stripe.on('request', ({ method }: { method: string }) => {
    if (method === 'GET') reads += 1;
  });
}

beforeEach(async () => {
  const concert = await createConcert(shop.pool, { quantity: 9 });
  buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details());
  await accepted(buyer.delivery('boxoffice'));
  await accepted(buyer.initiate());
  reads = 0;
});

/** Returns from the payment in a browser without the cart's cookie. */
const settle = ({ payment }: typeof shop): Promise<unknown> =>
  settleReturn(payment, buyer.intent).catch((error: unknown) => error);

describe('calls of browsers about one payment', () => {
  test('read the provider once in each process, however many come at once', async () => {
    const startedAt = performance.now();
    const calls = Array.from({ length: 60 }, (_, n) => settle(n % 2 === 0 ? shop : second));
    for (const problem of await Promise.all(calls)) {
      expect(problem).toMatchObject({ code: 'payment_not_paid' });
    }
    expect(reads).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 2000);
  });

  test('read it at most every 2 seconds in all processes together', async () => {
    const startedAt = performance.now();
    await settle(shop);
    for (let round = 0; round < 2; round++) {
      const calls = Array.from({ length: 20 }, (_, n) => settle(n % 2 === 0 ? shop : second));
      await Promise.all(calls);
    }
    expect(reads).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 2000);
  });

  test('learn of a payment at once that is made after an earlier call', async () => {
    await settle(shop);
    buyer.pay();
    const { body } = await accepted(buyer.complete());
    expect(body.data?.order_token).toBeDefined();
  });

  test('learn in every process that a payment is still being confirmed', async () => {
    buyer.pay('pm_card_processing');
    await settle(shop);
    const calls = Array.from({ length: 20 }, (_, n) => settle(n % 2 === 0 ? shop : second));
    for (const problem of await Promise.all(calls)) {
      expect(problem).toMatchObject({ code: 'payment_processing' });
    }
  });
});
