import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { loseWebhooks } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import type { TestShop } from '#test/shop/start-test-shop.ts';
import { receiveEvent } from './receive-event.ts';
import { reconcile } from './reconcile.ts';
import { settlePayment } from './settle-payment.ts';

// two festivals, each with its own database and secret, on one account of the provider
const ours = await openShop();
const { sandbox } = ours;
const theirs = await openShop({ sandbox, appSecret: 'the secret of another festival, 2026' });
const { stripe } = ours.payment.provider;
loseWebhooks(ours);

/** A buyer who has paid in our shop, which does not know it yet. */
async function payHere(by: 'card' | 'page'): Promise<PageBuyer> {
  const buyer = new PageBuyer(ours);
  const concert = await createConcert(ours.pool, { quantity: 5 });
  if (by === 'card') {
    await buyer.checkOut(concert);
    buyer.pay();
  } else {
    await buyer.checkOutByPage(concert);
    buyer.intent = buyer.payPage() ?? '';
  }
  return buyer;
}

async function recordsOf({ pool }: TestShop, intent: string) {
  const { rows } = await pool.query<{ orders: number; refunds: number }>(
    `select (select count(*) from refund where intent_id = $1)::int as refunds,
       (select count(*) from orders o join checkout c on c.id = o.checkout_id
        where c.intent_id = $1)::int as orders`,
    [intent],
  );
  return rows[0];
}

/** Delivers the newest event of a type to the other shop, which gets all events of the account. */
async function sendEvent(type: string): Promise<void> {
  const [newest] = (await stripe.events.list({ type })).data;
  const payload = JSON.stringify(newest);
  const secret = theirs.payment.provider.webhookSecrets[0] ?? '';
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
  await receiveEvent(theirs.payment, payload, signature);
}

test.each(['card', 'page'] as const)(
  'another shop leaves a payment by %s alone, and its own shop makes the order',
  async (by) => {
    const { intent } = await payHere(by);
    await reconcile(theirs.payment);
    await settlePayment(theirs.payment, intent);
    expect(await recordsOf(theirs, intent)).toEqual({ orders: 0, refunds: 0 });
    await ours.pool.query(`update checkout set created_at = created_at - interval '1 minute'`);
    await reconcile(ours.payment);
    expect(await recordsOf(ours, intent)).toEqual({ orders: 1, refunds: 0 });
  },
);

test('another shop records no refund of a payment that it does not know, from list or webhook', async () => {
  const buyer = await payHere('card');
  await accepted(buyer.complete());
  sandbox.faults.dashboardRefund(buyer.intent);
  await reconcile(theirs.payment);
  await sendEvent('charge.refunded');
  expect(await recordsOf(theirs, buyer.intent)).toEqual({ orders: 0, refunds: 0 });
  await reconcile(ours.payment);
  expect(await recordsOf(ours, buyer.intent)).toEqual({ orders: 1, refunds: 1 });
});

test('another shop records no dispute of a payment that it does not know, from list or webhook', async () => {
  const disputesOf = async ({ pool }: TestShop, intent: string) => {
    const { rowCount } = await pool.query('select from dispute where intent_id = $1', [intent]);
    return rowCount;
  };
  const buyer = await payHere('card');
  await accepted(buyer.complete());
  sandbox.faults.openDispute(buyer.intent);
  await reconcile(theirs.payment);
  await sendEvent('charge.dispute.created');
  expect(await disputesOf(theirs, buyer.intent)).toBe(0);
  await reconcile(ours.payment);
  expect(await disputesOf(ours, buyer.intent)).toBe(1);
});

test('after a change of APP_SECRET, a payment that a checkout has is still settled', async () => {
  const { intent } = await payHere('card');
  const changed = { ...ours.payment, tokens: theirs.payment.tokens };
  await settlePayment(changed, intent);
  sandbox.faults.dashboardRefund(intent);
  await reconcile(changed);
  expect(await recordsOf(ours, intent)).toEqual({ orders: 1, refunds: 1 });
});

test('a payment that names no shop, or this one, and fits no checkout is refunded', async () => {
  const buyer = new Buyer(ours);
  const { intent: known } = await payHere('card');
  const { metadata } = await stripe.paymentIntents.retrieve(known);
  expect(metadata['shop']).toMatch(/^[\da-f]{16}$/);
  for (const named of [undefined, { shop: metadata['shop'] ?? '' }]) {
    const { id } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      ...(named === undefined ? {} : { metadata: named }),
    });
    buyer.pay(undefined, id);
    await reconcile(ours.payment);
    expect(await recordsOf(ours, id)).toEqual({ orders: 0, refunds: 1 });
  }
});
