import { beforeEach, describe, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { emailsTo } from '#test/emails.ts';
import { openTestOffice } from '#test/office.ts';
import { addDocument, cancelConcert } from '#test/shop/cancel-concert.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countTickets, listRefunds } from '#test/shop/refund-state.ts';

testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox } = shop;
const office = await openTestOffice(shop, 'admin');
let concert: TestConcert;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 40, prices: [3650, 0] });
  return async () => expect(await drain(shop)).toEqual([]);
});

/** Steps a run and executes what it requests. */
const finish = () => shop.runJobs('step-run-item', 'execute-refund', 'cancel-payment');

const cancel = async (options?: { donation?: boolean; begins?: boolean }) => {
  const run = await cancelConcert(office, concert, options);
  await finish();
  return run;
};

const statesOf = async (run: number) => (await office.query('run:page', { id: run })).states;

/** The item of an order, and its cancellation invoices. */
async function itemOf(orderNo: string) {
  const { rows } = await pool.query<{ state: string; owed: number; invoices: number[] }>(
    `select i.state, i.owed_cents as owed, array(select amount_cents from invoice v
       where v.order_id = o.id and v.series = 'cancellation' order by id) as invoices
     from run_item_state i join orders o on o.id = i.order_id where o.order_no = $1`,
    [orderNo],
  );
  return rows[0];
}

const concertRow = async () => {
  const { rows } = await pool.query<{ onsale: boolean; is_cancelled: boolean }>(
    `select onsale, cancelled_at is not null as is_cancelled from concert where id = $1`,
    [concert.id],
  );
  return rows[0];
};

test('every buyer gets the money back once, with one invoice and one mail', async () => {
  const first = await buyOrder(shop, concert, { quantity: 2, details: { email: 'a@example.org' } });
  const second = await buyOrder(shop, concert, {
    quantity: 1,
    details: { email: 'b@example.org' },
  });
  const run = await cancel();
  expect(await statesOf(run)).toEqual([{ state: 'refunded', count: 2 }]);
  expect(await countTickets(pool, concert)).toEqual({ valid: 0, void: 3, sold: 0 });
  expect(await itemOf(first.orderNo)).toEqual({ state: 'refunded', owed: 7300, invoices: [7300] });
  expect(await listRefunds(pool, second.intent)).toEqual([
    { reason: 'office', cents: 3650, state: 'succeeded' },
  ]);
  expect(await concertRow()).toEqual({ onsale: false, is_cancelled: true });
  await shop.runJobs('make-cancellation');
  const mails = (await emailsTo(shop, 'a@example.org')).filter(({ kind }) =>
    /cancelled/.test(kind),
  );
  expect(mails).toMatchObject([{ kind: 'concert-cancelled', language: 'de' }]);
  expect(mails[0]?.email.subject).toMatch(/^Abgesagt: Abend am /);
  expect(mails[0]?.email.paragraphs.join(' ')).toMatch(/Die Pianistin ist krank\..*73,00/);
});

test('a guest with complimentary tickets reads that the concert is cancelled, and why', async () => {
  const guest = {
    firstName: 'Pia',
    lastName: 'Presse',
    email: 'pia@example.org',
    language: 'de',
    delivery: 'onlineticket',
    reason: 'press',
    [`tickets-${concert.types[0]}`]: '2',
  };
  expect((await office.run('order:complimentary', guest)).problem).toBeNull();
  const run = await cancel();
  expect(await statesOf(run)).toEqual([{ state: 'nothing', count: 1 }]);
  const refunds = await office.query('run:refunds', { id: run });
  expect(refunds?.sums).toMatchObject({ voidTickets: 2, voidCents: 0, invoices: 0 });
  const mails = (await emailsTo(shop, guest.email)).filter(({ kind }) => /cancelled/.test(kind));
  expect(mails).toMatchObject([{ kind: 'concert-cancelled' }]);
  expect(mails[0]?.email.paragraphs).toContain('Die Pianistin ist krank.');
  expect(mails[0]?.email.paragraphs.join(' ')).toMatch(/2 Karten .* nicht mehr gültig\.$/);
});

test('the typed name must match; a concert is cancelled once, and stays off sale', async () => {
  const slug = await addDocument(pool, concert);
  const reasons = { reason_de: 'krank', reason_en: 'ill' };
  const wrong = await office.run('concert:cancel', {
    id: String(concert.id),
    slug: 'x',
    ...reasons,
  });
  expect(wrong.problem).toMatchObject({ status: 422, errors: { slug: 'That does not match.' } });
  const input = { id: String(concert.id), slug, ...reasons };
  expect((await office.run('concert:cancel', input)).problem).toBeNull();
  expect((await office.run('concert:cancel', input)).problem?.status).toBe(409);
  const start = await office.run('sale:start', { concert: String(concert.id) });
  expect(start.problem?.status).toBe(409);
  await pool.query('update concert set onsale = true where id = $1', [concert.id]);
  expect(await concertRow()).toEqual({ onsale: false, is_cancelled: true });
  expect((await new Buyer(shop).add(concert)).status).toBe(422);
});

test('the API and the calendars say that it is cancelled', async () => {
  await cancel();
  shop.deps.catalogue.markStale();
  const response = await fetch(`${shop.url}/concert/${concert.id}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    onsale: false,
    cancelled_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    notice: { german: 'Die Pianistin ist krank.', english: 'The pianist is ill.' },
  });
  const calendar = await (await fetch(`${shop.url}/concert/${concert.id}/calendar.ics`)).text();
  expect(calendar).toMatch(/^STATUS:CANCELLED\r$/m);
  expect(calendar).toMatch(new RegExp(`^UID:concert-${concert.id}@`, 'm'));
});

test('an undo within the minute brings back the sale', async () => {
  await buyOrder(shop, concert);
  const run = await cancel({ begins: false });
  expect(await concertRow()).toEqual({ onsale: false, is_cancelled: true });
  expect((await office.run('run:undo', { id: String(run) })).problem).toBeNull();
  expect(await concertRow()).toEqual({ onsale: true, is_cancelled: false });
  await finish();
  expect(await countTickets(pool, concert)).toMatchObject({ valid: 2, void: 0 });
  await accepted(new Buyer(shop).add(concert));
});

describe('a payment', () => {
  test('that is open is closed, and cannot be paid any more', async () => {
    const buyer = new Buyer(shop);
    await buyer.checkOut(concert, { quantity: 2 });
    await cancel();
    const intent = sandbox.faults.intents().find(({ id }) => id === buyer.intent);
    expect(intent?.status).toBe('canceled');
    expect((await buyer.initiate()).status).toBe(409);
  });

  test('that succeeds after the cancellation is refunded, its buyer told, and no order', async () => {
    const buyer = new Buyer(shop);
    await buyer.checkOut(concert, { quantity: 2 }, 'onlineticket', { email: 'late@example.org' });
    buyer.pay('pm_card_processing');
    await cancel();
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    await sandbox.events.delivered();
    expect((await buyer.complete()).status).toBe(409);
    await finish();
    expect(await listRefunds(pool, buyer.intent)).toEqual([
      { reason: 'tickets_gone', cents: 7300, state: 'succeeded' },
    ]);
    const [mail] = await emailsTo(shop, 'late@example.org');
    expect(mail?.email.heading).toBe('Das Konzert ist abgesagt.');
    expect(await countTickets(pool, concert)).toEqual({ valid: 0, void: 0, sold: 0 });
  });

  test('that is settled during the cancellation has tickets in its run, or its money back', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const buyer = new Buyer(shop);
        await buyer.checkOut(concert);
        return buyer;
      }),
    );
    for (const buyer of buyers) buyer.pay();
    const [run] = await Promise.all([
      cancelConcert(office, concert),
      ...buyers.map((buyer) => buyer.complete()),
    ]);
    await finish();
    const { done, total } = await office.query('run:page', { id: run });
    expect(done).toBe(total);
    expect(await countTickets(pool, concert)).toMatchObject({ valid: 0, sold: 0 });
  });

  test.each(['won', 'prevented'] as const)('that is disputed waits until it is %s', async (end) => {
    const { orderNo, intent } = await buyOrder(shop, concert);
    const dispute = sandbox.faults.openDispute(intent);
    await sandbox.events.delivered();
    const run = await cancel();
    expect(await itemOf(orderNo)).toEqual({ state: 'disputed', owed: 0, invoices: [] });
    sandbox.faults.closeDispute(dispute.id, end);
    await sandbox.events.delivered();
    expect((await office.query('run:page', { id: run })).failed).toMatchObject([
      { orderNo, reason: 'dispute_ended' },
    ]);
    expect((await office.run('run:retry', { id: String(run) })).problem).toBeNull();
    await finish();
    expect(await itemOf(orderNo)).toEqual({ state: 'refunded', owed: 7300, invoices: [7300] });
  });

  test('that a lost dispute has returned is owed nothing, with an invoice for the void tickets', async () => {
    const { orderNo, intent } = await buyOrder(shop, concert);
    const dispute = sandbox.faults.openDispute(intent);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    await cancel();
    expect(await itemOf(orderNo)).toEqual({ state: 'nothing', owed: 0, invoices: [7300] });
  });
});

describe('an order', () => {
  test('with another concert keeps those tickets and its postage', async () => {
    const other = await createConcert(pool, { quantity: 5, prices: [2400] });
    const buyer = new Buyer(shop);
    await accepted(buyer.add(other));
    await buyer.checkOut(concert, { quantity: 1 }, 'postal');
    buyer.pay();
    const order = await accepted(buyer.complete());
    const { body } = await accepted(buyer.order(order.body.data?.order_token ?? ''));
    await cancel();
    expect(await itemOf(body.data?.order_no ?? '')).toMatchObject({ owed: 3650, invoices: [3650] });
    expect(await countTickets(pool, other)).toMatchObject({ valid: 1 });
  });

  test('gets its postage back with its last ticket', async () => {
    const { orderNo } = await buyOrder(shop, concert, { method: 'postal', quantity: 1 });
    await cancel();
    const item = await itemOf(orderNo);
    expect(item?.owed).toBeGreaterThan(3650);
    expect(item?.invoices).toEqual([item?.owed]);
  });

  test('without an e-mail address has its money back, even if a donation is offered', async () => {
    const { orderNo } = await buyOrder(shop, concert);
    await pool.query(
      `update checkout set details = details || '{"email":null}'
       where id = (select checkout_id from orders where order_no = $1)`,
      [orderNo],
    );
    const run = await cancelConcert(office, concert, { begins: false });
    await pool.query(`update run set facts = facts || '{"offersDonation":true}' where id = $1`, [
      run,
    ]);
    await office.run('run:start', { id: String(run) });
    await finish();
    expect(await itemOf(orderNo)).toMatchObject({ state: 'refunded', owed: 7300 });
  });

  test('half refunded before gets the rest', async () => {
    const { orderNo, intent } = await buyOrder(shop, concert);
    sandbox.faults.dashboardRefund(intent, 5000);
    await sandbox.events.delivered();
    await cancel();
    expect(await itemOf(orderNo)).toEqual({
      state: 'refunded',
      owed: 2300,
      invoices: [5000, 2300],
    });
  });

  test('with one ticket refunded before gets the other one back', async () => {
    const { orderNo } = await buyOrder(shop, concert);
    const { tickets } = await office.query('order:page', { orderNo });
    await commitRefund(pool, { orderNo, ticketIds: [tickets[0]?.id ?? 0] });
    await cancel();
    expect(await itemOf(orderNo)).toMatchObject({ owed: 3650, invoices: [3650, 3650] });
  });

  test('with a reissued ticket is refunded once', async () => {
    const { orderNo } = await buyOrder(shop, concert);
    const { tickets } = await office.query('order:page', { orderNo });
    const reissued = await office.run('order:reissue', {
      orderNo,
      ticket: String(tickets[0]?.id),
      reason: 'lost',
    });
    expect(reissued.problem).toBeNull();
    await cancel();
    expect(await itemOf(orderNo)).toMatchObject({ owed: 7300, invoices: [7300] });
  });

  test('that was free has nothing to refund', async () => {
    const buyer = new Buyer(shop);
    await buyer.checkOut({ ...concert, types: [concert.types[1] ?? 0] });
    const order = await accepted(buyer.complete());
    const { body } = await accepted(buyer.order(order.body.data?.order_token ?? ''));
    const run = await cancel();
    expect(await itemOf(body.data?.order_no ?? '')).toMatchObject({ state: 'nothing', owed: 0 });
    expect(await statesOf(run)).toEqual([{ state: 'nothing', count: 1 }]);
  });
});

describe('a refund', () => {
  /** Cancels the concert; the provider makes the refund, and later reports that it has failed. */
  async function cancelAndFail(intent: string): Promise<number> {
    sandbox.faults.nextRefund('fails');
    const run = await cancel();
    expect(await statesOf(run)).toEqual([{ state: 'refunded', count: 1 }]);
    const made = sandbox.faults.refunds().findLast(({ payment_intent: of }) => of === intent);
    sandbox.faults.endRefund(made?.id ?? '', 'failed');
    await sandbox.events.delivered();
    return run;
  }

  test('that fails days later turns its item back, and is repeated without a second invoice or mail', async () => {
    const details = { email: 'again@example.org' };
    const { orderNo, intent } = await buyOrder(shop, concert, { details });
    const run = await cancelAndFail(intent);
    expect(await itemOf(orderNo)).toMatchObject({ state: 'failed', invoices: [7300] });
    expect((await office.query('run:page', { id: run })).failed).toMatchObject([{ orderNo }]);
    expect((await office.run('run:retry', { id: String(run) })).problem).toBeNull();
    await finish();
    await shop.runJobs('make-cancellation');
    expect(await itemOf(orderNo)).toMatchObject({ state: 'refunded', invoices: [7300] });
    const mails = await emailsTo(shop, 'again@example.org');
    expect(mails.filter(({ kind }) => kind === 'concert-cancelled')).toHaveLength(1);
  });

  /** Buys for this and another concert. */
  async function buyTwo(): Promise<{ intent: string; other: TestConcert }> {
    const other = await createConcert(pool, { quantity: 5, prices: [2400] });
    const buyer = new Buyer(shop);
    await accepted(buyer.add(other));
    await buyer.checkOut(concert, { quantity: 1 });
    buyer.pay();
    await accepted(buyer.complete());
    return { intent: buyer.intent, other };
  }

  test('is repeated without the tickets of another concert', async () => {
    const { intent, other } = await buyTwo();
    const run = await cancelAndFail(intent);
    await office.run('run:retry', { id: String(run) });
    await finish();
    expect(await countTickets(pool, other)).toMatchObject({ valid: 1 });
  });

  test('of an order with two cancelled concerts is repeated in each run over its own sum', async () => {
    const { intent, other } = await buyTwo();
    const runs = [await cancelAndFail(intent)];
    concert = other;
    runs.push(await cancelAndFail(intent));
    for (const run of runs) await office.run('run:retry', { id: String(run) });
    await finish();
    const pages = await Promise.all(runs.map((id) => office.query('run:refunds', { id })));
    expect(pages.map((page) => page?.sums)).toMatchObject([
      { owedCents: 3650, refundedCents: 3650 },
      { owedCents: 2400, refundedCents: 2400 },
    ]);
  });

  test('that the dashboard returns is dealt with while the buyer chooses about another concert', async () => {
    const { intent, other } = await buyTwo();
    const run = await cancelAndFail(intent);
    concert = other;
    await cancel({ donation: true });
    sandbox.faults.dashboardRefund(intent, 3650);
    await sandbox.events.delivered();
    expect(await statesOf(run)).toEqual([{ state: 'refunded', count: 1 }]);
  });

  test('that is paid by hand is settled so', async () => {
    const { orderNo, intent } = await buyOrder(shop, concert);
    const run = await cancelAndFail(intent);
    const { rows } = await pool.query<{ refund_id: number }>(
      'select refund_id from run_item_state where run_id = $1',
      [run],
    );
    const settled = await office.run('order:settle-by-hand', {
      orderNo,
      refund: String(rows[0]?.refund_id),
      day: '2025-08-01',
      way: 'bank transfer',
      remark: '',
    });
    expect(settled.problem).toBeNull();
    expect(await statesOf(run)).toEqual([{ state: 'by-hand', count: 1 }]);
  });
});
