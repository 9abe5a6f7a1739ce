import { beforeEach, describe, expect, test } from 'vitest';
import { formatDate } from '#contract/format.ts';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder, type PurchaseOptions } from '#test/shop/buy-order.ts';
import { drain } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { createTicketSigner } from './ticket-code.ts';

// refunds fail on purpose
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox } = shop;
const office = await openTestOffice(shop, 'office');
let concert: TestConcert;

const buy = (options: PurchaseOptions = {}) => buyOrder(shop, concert, options);
const found = async (q: string) =>
  (await office.query('order:list', { q })).rows.map(({ orderNo }) => orderNo);
const stateOf = async (orderNo: string) => (await office.query('order:page', { orderNo })).state;
const sold = async () =>
  (
    await pool.query<{ sold: number }>('select sold from stock where product_id = $1', [
      concert.productId,
    ])
  ).rows[0]?.sold;
const countOf = async (sql: string, orderNo: string) =>
  (
    await pool.query<{ count: number }>(
      `select count(*)::int as count from ${sql} where o.order_no = $1`,
      [orderNo],
    )
  ).rows[0]?.count;
const cancellations = (orderNo: string) =>
  countOf(`invoice i join orders o on o.id = i.order_id and i.series = 'cancellation'`, orderNo);
const mails = (kind: string, orderNo: string) =>
  countOf(
    `mail m join orders o on (m.facts->>'orderId')::bigint = o.id and m.kind = '${kind}'`,
    orderNo,
  );

beforeEach(async () => {
  sandbox.faults.clear();
  concert = await createConcert(pool, { quantity: 20 });
});

describe('the list of orders', () => {
  test('finds names by the beginnings of words, whatever their umlauts, accents and punctuation', async () => {
    const { orderNo } = await buy({
      quantity: 1,
      details: { first_name: 'Jürgen', last_name: "O'Brien-Dvořák", email: 'j_b@example.org' },
    });
    for (const q of [
      'jürg',
      'Jurgen',
      'JUERGEN o',
      "o'brien",
      'obrien dvor',
      'j_b@exa',
      orderNo.slice(0, 6),
    ]) {
      expect(await found(q), q).toContain(orderNo);
    }
    for (const q of ['%', '_', 'j%b', 'ürgen', `' or 1=1 --`, '"Jürgen" xyzzy', '\\']) {
      expect(await found(q), q).not.toContain(orderNo);
    }
  });

  test('redirects exact numbers straight to the order', async () => {
    const { orderNo, intent } = await buy({ quantity: 1 });
    const { rows } = await pool.query<{ id: number; ticket_type_id: number; number: string }>(
      `select t.id, t.ticket_type_id, i.year || '-' || lpad(i.number::text, 6, '0') as number
       from orders o join ticket t on t.order_id = o.id join invoice i on i.order_id = o.id
       where o.order_no = $1`,
      [orderNo],
    );
    const { id = 0, ticket_type_id: ticketTypeId = 0, number = '' } = rows[0] ?? {};
    const code = createTicketSigner(office.deps.tokens).sign({
      ticketId: id,
      concertId: concert.id,
      ticketTypeId,
    });
    const spaced = (code.match(/.{1,8}/g) ?? []).join(' ');
    for (const q of [orderNo, orderNo.replace('-', '').toLowerCase(), number, intent, spaced]) {
      expect(await office.query('order:exact', { q }), q).toBe(orderNo);
    }
    const free = 'free_1790a761-37ef-4b5e-8d0c-5f4a3b2c1d0e';
    const rename = 'update checkout set intent_id = $1 where intent_id = $2';
    await pool.query(rename, [free, intent]);
    expect(await office.query('order:exact', { q: free })).toBe(orderNo);
    await pool.query(rename, [intent, free]);
    expect(await office.query('order:exact', { q: `S-${number}` })).toBeNull();
    expect(await office.query('order:exact', { q: code.replace(/.$/, '0') })).toBeNull();
  });

  test('shows the first state that fits', async () => {
    const { orderNo, intent } = await buy();
    expect(await stateOf(orderNo)).toBe('paid');
    const { card, tickets } = await office.query('order:page', { orderNo });
    expect(card).toEqual({ brand: 'visa', last4: '4242' });
    const [first] = tickets;
    await office.run('order:refund', { orderNo, ticket: String(first?.id), reason: 'ill' });
    expect(await stateOf(orderNo)).toBe('partly-cancelled');
    await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
    expect(await stateOf(orderNo)).toBe('cancelled');
    await drain(shop);
    sandbox.faults.openDispute(intent);
    await sandbox.events.delivered();
    expect(await stateOf(orderNo)).toBe('disputed');
    const listed = await office.query('order:list', { state: 'disputed' });
    expect(listed.rows.map((row) => row.orderNo)).toContain(orderNo);
  });
});

describe('a refund', () => {
  test('requested by two people at once is made once', async () => {
    const { orderNo } = await buy();
    const both = await Promise.all(
      [1, 2].map(() => office.run('order:refund', { orderNo, whole: '1', reason: 'twice' })),
    );
    expect(both.map(({ problem }) => problem?.status ?? 200).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    expect(await cancellations(orderNo)).toBe(1);
    expect(await sold()).toBe(0);
    expect(await drain(shop)).toEqual([]);
  });

  test('that failed is made again with one cancellation invoice and one mail', async () => {
    const { orderNo, intent } = await buy();
    await shop.runJobs('make-documents');
    await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
    sandbox.faults.nextRefund('fails');
    await shop.runJobs('execute-refund');
    sandbox.faults.clear();
    const made = sandbox.faults.refunds().find((each) => each.payment_intent === intent);
    sandbox.faults.endRefund(made?.id ?? '', 'failed');
    await sandbox.events.delivered();
    expect(await stateOf(orderNo)).toBe('refund-failed');
    const again = await office.run('order:refund', { orderNo, retry: '1', reason: 'again' });
    expect(again.output).toMatchObject({ cents: 0, retriedCents: 4800 });
    const late = await office.run('order:refund', { orderNo, retry: '1', reason: 'again' });
    expect(late.problem).toMatchObject({ message: 'This refund is no longer open.' });
    await shop.runJobs('execute-refund', 'make-cancellation');
    expect(await stateOf(orderNo)).toBe('cancelled');
    expect(await cancellations(orderNo)).toBe(1);
    expect(await mails('order-cancelled', orderNo)).toBe(1);
    expect(await drain(shop)).toEqual([]);
  });

  test('of a part, then of the rest with the postage, returns what was paid, to the cent', async () => {
    const { orderNo } = await buy({ method: 'postal' });
    const { amountCents, deliveryCents, tickets } = await office.query('order:page', { orderNo });
    const first = String(tickets[0]?.id);
    const part = await office.run('order:refund', { orderNo, ticket: first, reason: 'ill' });
    const rest = await office.run('order:refund', { orderNo, whole: '1', reason: 'all' });
    expect([part.output?.['cents'], rest.output?.['cents']]).toEqual([2400, 2400 + deliveryCents]);
    const more = await office.run('order:refund', { orderNo, whole: '1', reason: 'more' });
    expect(more.problem?.status).toBe(409);
    await shop.runJobs('execute-refund', 'make-cancellation');
    const { refunds, state } = await office.query('order:page', { orderNo });
    expect(refunds.reduce((sum, refund) => sum + refund.amountCents, 0)).toBe(amountCents);
    expect([state, deliveryCents > 0, await cancellations(orderNo)]).toEqual([
      'cancelled',
      true,
      2,
    ]);
    expect(await listViolations(pool)).toEqual([]);
  });

  test('that failed can be settled by hand, once', async () => {
    const { orderNo, intent } = await buy({ quantity: 1 });
    await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
    sandbox.faults.nextRefund('fails');
    await shop.runJobs('execute-refund');
    sandbox.faults.clear();
    const made = sandbox.faults.refunds().find((each) => each.payment_intent === intent);
    sandbox.faults.endRefund(made?.id ?? '', 'failed');
    await sandbox.events.delivered();
    const { refunds } = await office.query('order:page', { orderNo });
    const refund = String(refunds[0]?.id);
    const input = { orderNo, refund, day: '2026-08-22', way: 'transfer' };
    const { problem } = await office.run('order:settle-by-hand', { ...input, way: '' });
    expect(problem?.status).toBe(422);
    const dispute = sandbox.faults.openDispute(intent);
    await sandbox.events.delivered();
    const { problem: disputed } = await office.run('order:settle-by-hand', input);
    expect(disputed?.message).toContain('is disputed');
    sandbox.faults.closeDispute(dispute.id, 'won');
    await sandbox.events.delivered();
    expect((await office.run('order:settle-by-hand', input)).output).toMatchObject({ cents: 2400 });
    expect((await office.run('order:settle-by-hand', input)).problem?.status).toBe(409);
    expect(await stateOf(orderNo)).toBe('cancelled');
    const more = await office.run('order:refund', { orderNo, whole: '1', reason: 'more' });
    expect(more.problem?.status).toBe(409);
  });
});

test('a reissued ticket takes the place of the old one: counters, invoices and sums stay', async () => {
  const { orderNo } = await buy();
  await shop.runJobs('make-documents');
  const before = await office.query('order:page', { orderNo });
  const ticket = before.tickets[0]?.id ?? 0;
  const done = await office.run('order:reissue', { orderNo, ticket: String(ticket) });
  expect(done.problem).toBeNull();
  const twice = await office.run('order:reissue', { orderNo, ticket: String(ticket) });
  expect(twice.problem?.status).toBe(409);
  await shop.runJobs('make-documents');
  const after = await office.query('order:page', { orderNo });
  expect(after.tickets.map(({ state }) => state)).toEqual(['replaced', 'valid', 'valid']);
  expect(after.state).toBe('paid');
  expect(await sold()).toBe(2);
  expect(await cancellations(orderNo)).toBe(0);
  expect(await mails('ticket-reissued', orderNo)).toBe(1);
  expect(after.documents.every(({ id }) => id !== null)).toBe(true);
  expect(after.timeline.map(({ what }) => what)).toContain('order:reissue');
  // what was reissued can be reissued and refunded like any other
  const again = await office.run('order:reissue', {
    orderNo,
    ticket: String(done.output?.['newTicket']),
  });
  const refund = await office.run('order:refund', {
    orderNo,
    ticket: String(again.output?.['newTicket']),
    reason: 'ill',
  });
  expect(refund.output).toMatchObject({ cents: 2400 });
  expect(await stateOf(orderNo)).toBe('partly-cancelled');
  expect(await listViolations(pool)).toEqual([]);
});

test('contact, mails and notes of an order', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  await shop.runJobs('make-documents');
  const contact = { orderNo, name: 'Robert Schümann', email: 'robert@example.org', language: 'en' };
  expect((await office.run('order:contact', contact)).problem).toBeNull();
  expect(await found('schuemann')).toEqual([orderNo]);
  expect((await office.run('order:resend', { orderNo })).output).toMatchObject({ mails: 1 });
  const { timeline } = await office.query('order:page', { orderNo });
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: 'mail-queued', detail: 'Order confirmation' }),
  );
  const copies = await pool.query(
    `select language from mail where recipient = 'robert@example.org'`,
  );
  expect(copies.rows).toEqual([{ language: 'en' }]);
  const { output } = await office.run('order:note', { orderNo, note: 'calls back' });
  const other = await openTestOffice(shop, 'admin');
  const takeBack = { orderNo, takeBack: String(output?.['id']) };
  expect((await other.run('order:note', takeBack)).problem?.status).toBe(409);
  expect((await office.run('order:note', takeBack)).problem).toBeNull();
  expect((await office.query('order:page', { orderNo })).notes).toEqual([]);
  expect((await office.run('order:note', { orderNo, note: ' ' })).problem?.status).toBe(422);
});

test('the entry of a changed contact names the fields that differ, and only those', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  const { contact } = await office.query('order:page', { orderNo });
  const { name, email, language } = contact;
  const same = { orderNo, name, language, email: email ?? '', doorNote: '' };
  const changes = [
    same,
    { ...same, name: 'Robert Schümann' },
    { ...same, name: 'Robert Schümann', language: contact.language === 'de' ? 'en' : 'de' },
  ];
  for (const change of changes) {
    expect((await office.run('order:contact', change)).problem).toBeNull();
  }
  const { rows } = await pool.query(
    `select before, after from audit_event where command = 'order:contact' and thing_name = $1 order by id`,
    [orderNo],
  );
  expect(rows).toEqual([
    { before: {}, after: { name: 'geändert / changed' } },
    { before: { language: contact.language }, after: { language: changes[2]?.language } },
  ]);
});

test('an order without an address gets its confirmation once it has one', async () => {
  const { orderNo } = await buy({
    method: 'boxoffice',
    quantity: 1,
    details: { email: null },
  });
  await shop.runJobs('make-documents');
  expect(await mails('order-confirmation', orderNo)).toBe(0);
  expect((await office.run('order:resend', { orderNo })).problem?.status).toBe(409);
  const sent = await office.run('order:resend', { orderNo, to: 'late@example.org' });
  expect(sent.output).toMatchObject({ mails: 1 });
  expect(await mails('order-confirmation', orderNo)).toBe(1);
});

test('an order that got its address before a reissue gets its confirmation with its mails', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  await shop.runJobs('make-documents');
  const { tickets } = await office.query('order:page', { orderNo });
  await office.run('order:reissue', { orderNo, ticket: String(tickets[0]?.id) });
  // as if the order had had no address until the reissue
  await pool.query(
    `delete from mail where event_key = 'order-' || (select id from orders where order_no = $1)`,
    [orderNo],
  );
  await shop.runJobs('make-documents');
  expect(await mails('order-confirmation', orderNo)).toBe(0);
  expect((await office.run('order:resend', { orderNo })).output).toMatchObject({ mails: 2 });
  expect((await office.run('order:resend', { orderNo })).output).toMatchObject({ mails: 2 });
  expect(await mails('ticket-reissued', orderNo)).toBe(3);
});

test('the timeline says when a failed refund was settled, the payment says how', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
  await pool.query(
    `update refund set failed_at = now(), failure = 'declined' where checkout_id =
       (select checkout_id from orders where order_no = $1)`,
    [orderNo],
  );
  const { refunds } = await office.query('order:page', { orderNo });
  const input = { orderNo, refund: String(refunds[0]?.id), way: 'bank transfer', remark: 'to Ida' };
  for (const early of ['0000-01-01', '1899-12-31']) {
    const { problem } = await office.run('order:settle-by-hand', { ...input, day: early });
    expect(problem?.status).toBe(422);
  }
  const future = await office.run('order:settle-by-hand', { ...input, day: '2199-01-01' });
  expect(future.problem).toMatchObject({
    status: 422,
    errors: { day: 'This day is in the future.' },
  });
  expect((await office.run('order:settle-by-hand', { ...input, day: '2026-07-01' })).problem).toBe(
    null,
  );
  const page = await office.query('order:page', { orderNo });
  expect(page.refunds[0]?.settled).toMatchObject({ cents: 2400, how: 'bank transfer, to Ida' });
  const settled = page.timeline.find(({ what }) => what === 'order:settle-by-hand');
  expect(settled?.detail).toBe(formatDate('2026-07-01', 'en'));
  const entries = await pool.query(`select after::text from audit_event where thing_name = $1`, [
    orderNo,
  ]);
  expect(JSON.stringify(entries.rows)).not.toContain('Ida');
});

test('a refund that is not possible shows its reason before it is sent', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  const { orderNo: other } = await buy({ quantity: 1 });
  const { tickets } = await office.query('order:page', { orderNo: other });
  const preview = await office.query('order:refund-preview', {
    orderNo,
    tickets: [tickets[0]?.id ?? 0],
  });
  expect(preview.problem).toMatch(/no longer valid tickets of this order/);
});

test('a document is read through its order only', async () => {
  const [{ orderNo }, other] = [await buy({ quantity: 1 }), await buy({ quantity: 1 })];
  await shop.runJobs('make-documents');
  const { documents } = await office.query('order:page', { orderNo });
  const id = documents[0]?.id ?? 0;
  expect((await office.query('order:document', { orderNo, id })).bytes.length).toBeGreaterThan(
    1000,
  );
  await expect(
    office.query('order:document', { orderNo: other.orderNo, id }),
  ).rejects.toMatchObject({ status: 404 });
});

test('the reason of a refund appears in the order and not in the audit log', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  const reason = 'Frau Wieck ist krank';
  await office.run('order:refund', { orderNo, whole: '1', reason });
  const { timeline, notes } = await office.query('order:page', { orderNo });
  expect(timeline.find(({ what }) => what === 'order:refund')).toMatchObject({ detail: reason });
  expect(notes).toEqual([]);
  const { rows } = await pool.query<{ reason: string; text: string }>(
    `select after->>'reason' as reason, audit_event::text as text from audit_event
     where command = 'order:refund' and thing_name = $1`,
    [orderNo],
  );
  expect(rows).toEqual([expect.objectContaining({ reason: 'angegeben / given' })]);
  expect(rows[0]?.text).not.toContain('Wieck');
});

test('only a waiting mail can be dropped and put back', async () => {
  const { orderNo } = await buy({ quantity: 1 });
  await shop.runJobs('make-documents');
  const { rows } = await office.query('mail:list', { q: orderNo });
  const id = String(rows[0]?.id);
  expect(rows[0]).toMatchObject({ state: 'waiting', kind: 'order-confirmation' });
  await office.run('mail:drop', { id });
  expect((await office.query('mail:page', { id: Number(id) })).state).toBe('dropped');
  expect((await office.run('mail:retry', { id })).problem?.status).toBe(409);
  await office.run('mail:drop', { id, undo: '1' });
  const page = await office.query('mail:page', { id: Number(id) });
  expect(page).toMatchObject({ state: 'waiting', orderNo });
  expect(page.preview?.html).not.toMatch(/style=|href=|<img/);
  expect(page.preview?.html.match(/<style>/g)).toHaveLength(1);
});
