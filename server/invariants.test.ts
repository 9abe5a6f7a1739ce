import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countViolations, listViolations, verifyCheckouts } from './invariants.ts';

const shop = await openShop();
const concert = await createConcert(shop.pool, { quantity: 5, quotas: { 0: 4 } });
const buyer = new Buyer(shop);
await buyer.checkOut(concert, { quantity: 2 });
buyer.pay();
await accepted(buyer.complete());
await accepted(new Buyer(shop).add(concert));

/** The violations after a change that no trigger sees, which is rolled back. */
async function afterChange(sql: string) {
  const client = await shop.pool.connect();
  try {
    // without foreign keys and triggers
    await client.query('begin; set local session_replication_role = replica');
    await client.query(sql);
    await verifyCheckouts(client, 0);
    return { sentences: await listViolations(client), counts: await countViolations(client) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const none = { paid_without_ticket_or_refund: 0, tickets_without_payment: 0 };
const refund = `insert into refund (checkout_id, intent_id, amount_cents, reason)
  select id, intent_id, amount_cents, 'office' from checkout`;

test('a shop that sells violates nothing', async () => {
  expect(await afterChange('select 1')).toEqual({ sentences: [], counts: none });
});

test.each([
  ['more held than in carts', 'update stock set held = held + 1', [/2 held, but the carts hold 1/]],
  ['more sold than tickets', 'update stock set sold = sold + 1', [/3 sold, but .* tickets are 2/]],
  [
    'a quota that counts other tickets',
    'update ticket_quota set held = held + 1',
    [/2 sold and 2 held, but there are 2 and 1/],
  ],
  [
    'other tickets than frozen',
    'update checkout_line set quantity = 1',
    [/other tickets/, /frozen/],
  ],
  ['a gap in numbers', 'update invoice set number = number + 1', [/gaps: 1 up to 2, counter 1/]],
  ['an invoice over another sum', 'update invoice set amount_cents = 1', [/no invoice over its/]],
  ['an order without tickets', 'delete from ticket', [/no tickets/, /other tickets/, /sold/]],
])('%s', async (_, change, sentences) => {
  const found = await afterChange(change);
  for (const sentence of sentences) {
    expect(found.sentences).toContainEqual(expect.stringMatching(sentence));
  }
});

test('valid tickets of an unpaid or refunded order', async () => {
  const unpaid = await afterChange('update checkout set settled_at = null');
  expect(unpaid.counts).toEqual({ ...none, tickets_without_payment: 2 });
  expect(unpaid.sentences).toContainEqual(expect.stringMatching(/unsettled checkout/));
  const refunded = await afterChange(refund);
  expect(refunded.counts).toEqual({ ...none, tickets_without_payment: 2 });
  expect(refunded.sentences).toContainEqual(expect.stringMatching(/is valid, but not paid/));
});

test('a payment with neither tickets nor refund', async () => {
  const gone = await afterChange('delete from orders');
  expect(gone.counts).toMatchObject({ paid_without_ticket_or_refund: 1 });
  expect(gone.sentences).toContainEqual(expect.stringMatching(/neither order nor refund/));
  const voided = 'update ticket set voided_at = now()';
  expect((await afterChange(voided)).counts.paid_without_ticket_or_refund).toBe(1);
  expect((await afterChange(`${voided}; ${refund}`)).counts).toEqual(none);
  const failed = `${voided}; ${refund}; update refund set failed_at = now()`;
  expect((await afterChange(failed)).counts).toEqual(none);
});

test('a change is counted at once and until it is put right, whatever is compared in between', async () => {
  const { pool } = shop;
  const count = () => countViolations(pool);
  const verify = async () => {
    // an hour of runs
    for (let minute = 0; minute < 60; minute++) await verifyCheckouts(pool, minute);
  };
  await verify();
  expect((await pool.query('select from unverified_checkout')).rowCount).toBe(0);
  const changes: [string, string, object][] = [
    [
      'update ticket set voided_at = now()',
      'update ticket set voided_at = null',
      { paid_without_ticket_or_refund: 1 },
    ],
    [refund, 'update refund set failed_at = now()', { tickets_without_payment: 2 }],
    [
      'update checkout set settled_at = null',
      'update checkout set settled_at = now()',
      { tickets_without_payment: 2 },
    ],
  ];
  for (const [change, undo, violation] of changes) {
    await pool.query(change);
    expect(await count(), change).toEqual({ ...none, ...violation });
    await verify();
    expect(await count(), change).toEqual({ ...none, ...violation });
    await pool.query(undo);
    expect(await count(), undo).toEqual(none);
    await verify();
    expect((await pool.query('select from unverified_checkout')).rowCount).toBe(0);
  }
  await pool.query('delete from refund');
});

test('a change that commits while others are verified is counted', async () => {
  const { pool } = shop;
  const client = await pool.connect();
  try {
    await pool.query('insert into unverified_checkout (checkout_id) select id from checkout');
    await client.query('begin; update ticket set voided_at = now()');
    await verifyCheckouts(pool, 0);
    await client.query('commit');
    expect(await countViolations(pool)).toEqual({ ...none, paid_without_ticket_or_refund: 1 });
  } finally {
    client.release();
    await pool.query('update ticket set voided_at = null');
  }
});
