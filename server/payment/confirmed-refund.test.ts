import { beforeEach, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';

// A refund pays exactly the amount on its button (office.md 7.3), whatever happens between the page and the click.
testLog.level = 'fatal';
const shop = await openShop();
const { sandbox } = shop;
const office = await openTestOffice(shop, 'office');
const CHANGED = /^The amount to be refunded has changed in the meantime/;
let concert: TestConcert;

beforeEach(async () => {
  sandbox.faults.clear();
  concert = await createConcert(shop.pool, { quantity: 20 });
});

/** Opens the page of a refund; null is the whole order. Returns its sum, and what its button does. */
async function open(orderNo: string, tickets: number[] | null) {
  const { cents, retriedCents } = await office.query('order:refund-preview', { orderNo, tickets });
  const choice =
    tickets === null
      ? { whole: '1' }
      : tickets.length === 0
        ? { retry: '1' }
        : { ticket: tickets.map(String) };
  const confirm = () =>
    office.run('order:refund', {
      orderNo,
      ...choice,
      reason: 'ill',
      confirmedCents: String(cents),
      confirmedRetriedCents: String(retriedCents),
    });
  return { cents, confirm };
}

async function readOrder(orderNo: string) {
  const { tickets, refunds } = await office.query('order:page', { orderNo });
  return {
    ids: tickets.map(({ id }) => id),
    valid: tickets.filter(({ state }) => state === 'valid').length,
    refunds: refunds.map(({ amountCents }) => amountCents),
  };
}

/** Refunds a ticket; the provider reports later that the refund has failed. */
async function failRefund(
  orderNo: string,
  intent: string,
  ticket: number,
): Promise<() => Promise<void>> {
  await (await open(orderNo, [ticket])).confirm();
  sandbox.faults.nextRefund('fails');
  await shop.runJobs('execute-refund');
  return async () => {
    const refund = sandbox.faults.refunds().findLast((each) => each.payment_intent === intent);
    sandbox.faults.endRefund(refund?.id ?? '', 'failed');
    await sandbox.events.delivered();
  };
}

test('a part that was refunded in the meantime: nothing goes back until the rest is confirmed', async () => {
  const { orderNo } = await buyOrder(shop, concert);
  const { ids } = await readOrder(orderNo);
  const whole = await open(orderNo, null);
  expect(whole.cents).toBe(4800);
  expect((await (await open(orderNo, ids.slice(0, 1))).confirm()).problem).toBeNull();
  expect((await whole.confirm()).problem).toMatchObject({
    status: 409,
    message: expect.stringMatching(CHANGED) as string,
  });
  expect(await readOrder(orderNo)).toMatchObject({ valid: 1, refunds: [2400] });
  const rest = await open(orderNo, null);
  expect(rest.cents).toBe(2400);
  expect((await rest.confirm()).output).toMatchObject({ cents: 2400 });
  expect(await drain(shop)).toEqual([]);
});

test('a refund that failed in the meantime: it is not added to the confirmed sum', async () => {
  const { orderNo, intent } = await buyOrder(shop, concert);
  const { ids } = await readOrder(orderNo);
  const fail = await failRefund(orderNo, intent, ids[0] ?? 0);
  const rest = await open(orderNo, null);
  expect(rest.cents).toBe(2400);
  await fail();
  expect((await rest.confirm()).problem?.message).toMatch(CHANGED);
  expect(await readOrder(orderNo)).toMatchObject({ valid: 1, refunds: [2400] });
  const both = await open(orderNo, null);
  expect(both.cents).toBe(4800);
  expect((await both.confirm()).output).toMatchObject({ cents: 2400, retriedCents: 2400 });
  expect(await drain(shop)).toEqual([]);
});

test('the same sum for another reason is another refund', async () => {
  const { orderNo, intent } = await buyOrder(shop, concert);
  const { ids } = await readOrder(orderNo);
  await (await open(orderNo, ids.slice(0, 1))).confirm();
  await shop.runJobs('execute-refund');
  const rest = await open(orderNo, null);
  const fail = await failRefund(orderNo, intent, ids[1] ?? 0);
  await fail();
  expect((await open(orderNo, null)).cents).toBe(rest.cents);
  expect((await rest.confirm()).problem?.message).toMatch(CHANGED);
  const again = await open(orderNo, []);
  expect((await again.confirm()).output).toMatchObject({ cents: 0, retriedCents: 2400 });
  expect(await drain(shop)).toEqual([]);
});

test('the last paid tickets: the free ones that came with them are void, too', async () => {
  const family = await createConcert(shop.pool, {
    quantity: 9,
    prices: [2400, 0],
    onlyWith: { 1: [0] },
  });
  const buyer = new Buyer(shop);
  await accepted(buyer.addLines([buyer.line(family), buyer.line(family, { type: 1 })]));
  await buyer.checkOut(family);
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const readPage = async () =>
    (await accepted(buyer.order(body.data?.order_token ?? ''))).body.data;
  const orderNo = (await readPage())?.order_no ?? '';
  const { tickets } = await office.query('order:page', { orderNo });
  const paid = tickets.filter(({ priceCents }) => priceCents > 0).map(({ id }) => id);
  expect(paid).toHaveLength(2);
  await (await open(orderNo, paid.slice(0, 1))).confirm();
  expect(await readOrder(orderNo)).toMatchObject({ valid: 2 });
  expect(await readPage()).toMatchObject({ cancelled_at: null, cancelled_tickets: 1 });
  const rest = paid.slice(1);
  const preview = await office.query('order:refund-preview', { orderNo, tickets: rest });
  const shown = preview.tickets.map(({ priceCents }) => priceCents);
  expect(shown.toSorted((a, b) => a - b)).toEqual([0, 2400]);
  expect((await (await open(orderNo, rest)).confirm()).output).toMatchObject({ cents: 2400 });
  expect(await readOrder(orderNo)).toMatchObject({ valid: 0 });
  expect(await readPage()).toMatchObject({ cancelled_tickets: 3 });
  expect(await drain(shop)).toEqual([]);
});

test('two people at once: one refund, and the other one gets a message', async () => {
  const { orderNo } = await buyOrder(shop, concert);
  const { ids } = await readOrder(orderNo);
  const pages = [await open(orderNo, null), await open(orderNo, ids.slice(0, 1))];
  const both = await Promise.all(pages.map(({ confirm }) => confirm()));
  expect(both.filter(({ problem }) => problem === null)).toHaveLength(1);
  expect(both.find(({ problem }) => problem !== null)?.problem?.status).toBe(409);
  const won = both.findIndex(({ problem }) => problem === null);
  expect((await readOrder(orderNo)).refunds).toEqual([pages[won]?.cents]);
  expect(await drain(shop)).toEqual([]);
});
