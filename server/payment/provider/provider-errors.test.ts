import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { reconcile } from '../reconcile.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
/** A second process of the shop with a short provider timeout, for calls that should fail. */
const impatient = await openShop({
  database,
  sandbox: shop.sandbox,
  providerTimeout: 250,
  takesWebhooks: false,
});
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 5 });
  buyer = new Buyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

async function readyToPay(): Promise<void> {
  await accepted(buyer.add(concert));
  await accepted(buyer.details());
  await accepted(buyer.delivery('boxoffice'));
}

const CREATE = 'POST /v1/payment_intents';
const RETRIEVE = 'GET /v1/payment_intents/:id';
const CANCEL = 'POST /v1/payment_intents/:id/cancel';

/** While the provider does not respond, buyers can leave the shop and return. */
const faults = [
  ['fails', { effect: 'error' }],
  ['fails having done the work', { effect: 'error', when: 'after' }],
  ['does not respond', { effect: 'silence' }],
  ['does not respond having done the work', { effect: 'silence', when: 'after' }],
] as const;

describe('starting to pay', () => {
  test.each(faults)('the provider %s: 502, and the next try succeeds', async (_, fault) => {
    await readyToPay();
    sandbox.faults.route({ route: CREATE, ...fault });
    expect((await buyer.tab(impatient).initiate()).status).toBe(502);
    await accepted(buyer.initiate());
    buyer.pay();
    expect((await buyer.complete()).status).toBe(200);
  });

  test.each(faults)('it %s when asked again for a known intent', async (_, fault) => {
    await readyToPay();
    await accepted(buyer.initiate());
    sandbox.faults.route({ route: RETRIEVE, ...fault });
    expect((await buyer.tab(impatient).initiate()).status).toBe(502);
    expect((await buyer.tab().initiate()).body.paymentIntent).toBe(buyer.intent);
  });

  test('a connection cut in the middle is retried without the buyer noticing', async () => {
    await readyToPay();
    sandbox.faults.route({ route: CREATE, effect: 'cut', when: 'after' });
    const response = await buyer.initiate();
    expect([200, 502]).toContain(response.status);
    await accepted(buyer.initiate());
  });
});

describe('changing the cart while a payment is open', () => {
  test.each(faults)(
    'the provider %s: nothing is changed, and a later attempt succeeds',
    async (_, fault) => {
      await readyToPay();
      await accepted(buyer.initiate());
      sandbox.faults.route({ route: CANCEL, ...fault });
      expect((await buyer.tab(impatient).add(concert)).status).toBe(502);
      expect((await buyer.cart()).body.data?.total_price).toBe(24);
      expect((await buyer.add(concert)).status).toBe(200);
      expect((await buyer.cart()).body.data?.total_price).toBe(48);
    },
  );
});

describe('completing', () => {
  test.each(faults)('the provider %s: 502, the money is not lost', async (_, fault) => {
    loseWebhooks(shop);
    await readyToPay();
    await accepted(buyer.initiate());
    buyer.pay();
    sandbox.faults.route({ route: RETRIEVE, ...fault });
    expect((await buyer.tab(impatient).complete(buyer.intent)).status).toBe(502);
    expect((await buyer.complete()).status).toBe(200);
  });

  test('a slow provider and concurrent callers lead to one order', async () => {
    loseWebhooks(shop);
    await readyToPay();
    await accepted(buyer.initiate());
    buyer.pay();
    sandbox.faults.route({ route: RETRIEVE, effect: 'hold' });
    const waiting = [buyer.complete(), buyer.complete()];
    // both wait for one read
    await sandbox.faults.held();
    const other = await openShop({ database, sandbox, takesWebhooks: false });
    await accepted(buyer.tab(other).complete(buyer.intent));
    sandbox.faults.release();
    const tokens = (await Promise.all(waiting)).map(({ body }) => body.data?.order_token);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toBeDefined();
  });

  test('no lock and no transaction waits for the provider', async () => {
    await readyToPay();
    sandbox.faults.route({ route: CREATE, effect: 'hold' });
    const initiating = buyer.tab().initiate();
    await sandbox.faults.held();
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows[0]?.n).toBe(0);
    // in the meantime the cart can be read and changed
    expect((await buyer.set(concert, { quantity: 2 })).status).toBe(200);
    sandbox.faults.release();
    // the old amount can no longer be paid
    expect((await initiating).body.amount).toBe(48);
  });
});

test('a webhook that fails here is sent again until it is settled', async () => {
  await readyToPay();
  await accepted(buyer.initiate());
  sandbox.faults.route({ route: RETRIEVE, effect: 'error', times: 3 });
  buyer.pay();
  await sandbox.events.delivered();
  const { rows } = await pool.query(
    `select from orders o join checkout c on c.id = o.checkout_id
    where c.intent_id = $1`,
    [buyer.intent],
  );
  expect(rows).toHaveLength(1);
});

test('one payment that cannot be settled does not hold up the reconciliation of the others', async () => {
  loseWebhooks(shop);
  const buyers = [buyer, new Buyer(shop), new Buyer(shop)];
  for (const one of buyers) {
    await one.checkOut(concert);
    one.pay();
  }
  sandbox.faults.route({ route: RETRIEVE, effect: 'error' });
  expect(await reconcile(payment)).toMatchObject({ settled: 2 });
  expect(await reconcile(payment)).toMatchObject({ settled: 1 });
});
