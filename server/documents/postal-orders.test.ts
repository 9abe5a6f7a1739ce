import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { countPages, hasPoppler, textOf } from '#test/pdf.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { listPostalOrders } from './to-document-data.ts';
import { drawPostalOrders } from './pdf/draw-postal-orders.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const shop = await openShop({ database });
const issuer = {
  festival: (await loadFestival(pool)).content(),
  tax: 'exempt' as const,
  signer: createTicketSigner(createSignedTokens('a secret of thirty-two characters!')),
};

/** Buys tickets and returns the number of the order. */
async function order(method: string, quantity: number): Promise<string> {
  const buyer = new Buyer(shop);
  const concert = await createConcert(pool, { quantity: 9, prices: [2400] });
  await accepted(buyer.add(concert, { quantity }));
  await accepted(buyer.details());
  await accepted(buyer.delivery(method));
  await accepted(buyer.initiate());
  buyer.pay();
  const token = (await accepted(buyer.complete())).body.data?.order_token ?? '';
  const found = await accepted(buyer.call('GET', `/api/order/details?token=${token}`));
  return found.body.data?.order_no ?? '';
}

const find = async (orderNumbers: string[]) => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from orders where order_no = any ($1) order by id',
    [orderNumbers],
  );
  const orderIds = rows.map(({ id }) => id);
  return await listPostalOrders(pool, issuer, { orderIds, concertId: null });
};

test('postal orders print a cover page each, then the valid tickets', async () => {
  const numbers = [await order('postal', 3), await order('postal', 1)];
  const [first, second] = await find(numbers);
  if (first === undefined || second === undefined) throw new Error('two orders are missing');
  const pdf = await drawPostalOrders([first, second], false);
  expect(countPages(pdf)).toBe(1 + 3 + 1 + 1);
  if (hasPoppler) {
    for (const text of ['Clara Wieck', 'Am Markt 1', numbers[0] ?? '', '3 × ']) {
      expect(textOf(pdf)).toContain(text);
    }
  }
});

test('printed sparingly, four tickets share a page', async () => {
  const [first] = await find([await order('postal', 5)]);
  if (first === undefined) throw new Error('the order is missing');
  const pdf = await drawPostalOrders([first], true);
  expect(countPages(pdf)).toBe(1 + 2);
});

test('a void ticket is left out; so is an order without valid tickets', async () => {
  const orderNo = await order('postal', 2);
  const ids = await pool.query<{ id: number }>(
    'select t.id from ticket t join orders o on o.id = t.order_id where o.order_no = $1 order by t.id',
    [orderNo],
  );
  await commitRefund(pool, { orderNo, ticketIds: [ids.rows[0]?.id ?? 0] });
  expect((await find([orderNo]))[0]?.tickets).toHaveLength(1);
  await commitRefund(pool, { orderNo, ticketIds: null });
  expect(await find([orderNo])).toEqual([]);
});
