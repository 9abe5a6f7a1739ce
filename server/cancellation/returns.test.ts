import { beforeEach, describe, expect, test } from 'vitest';
import { berlinDate, DAY_MS } from '#contract/berlin-time.ts';
import { createTestDatabase, testLog } from '#test/database.ts';
import { eventNow, makeCode, pairDevice } from '#test/door.ts';
import { emailsTo } from '#test/emails.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder, type PurchaseOptions } from '#test/shop/buy-order.ts';
import { openChoiceLink } from '#test/shop/choice-link.ts';
import type { TestConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countTickets, listCancellations, listRefunds } from '#test/shop/refund-state.ts';
import { runKinds } from '../run-kinds.ts';
import { stepRunItem } from '../runs/step-run-item.ts';

testLog.level = 'fatal';
const database = await createTestDatabase('demo');
const { pool } = database;
await pool.query(
  `update festival set content = jsonb_set(content, '{association,donations}',
     '{"purpose":{"de":"Für junge Musiker","en":"For young musicians"},"note":{"de":"Danke","en":"Thanks"}}')`,
);
const shop = await openShop({ database });
const { sandbox } = shop;
const office = await openTestOffice(shop, 'admin');
const dayIn = (days: number) => berlinDate(new Date(Date.now() + days * DAY_MS));

const { rows: concerts } = await pool.query<TestConcert & { slug: string }>(
  `select c.id, c.slug, p.id as "productId", array(select y.id from ticket_type y where y.product_id = p.id
     order by y.price_cents desc) as types
   from concert c join product p on p.concert_id = c.id join stock s on s.product_id = p.id
   where c.onsale and s.quantity - s.sold > 6 order by c.id`,
);
const takeConcert = () => concerts.pop() as (typeof concerts)[number];
const shared = takeConcert();
let concert = shared;
let minute = 0;

beforeEach(() => {
  concert = shared;
  return async () => expect(await drain(shop)).toEqual([]);
});

const finish = () =>
  shop.runJobs('step-run-item', 'execute-refund', 'cancel-payment', 'make-cancellation');

const buy = (options?: PurchaseOptions) =>
  buyOrder(shop, concert, {
    ...options,
    details: { email: `${crypto.randomUUID()}@example.org`, ...options?.details },
  });

/** Moves the concert by a minute. */
function move(entries: Record<string, string> = {}) {
  minute += 1;
  return office.run('concert:move', {
    id: concert.id,
    version: '',
    part: '',
    mail: 'yes',
    start_time: `20:${String(minute % 60).padStart(2, '0')}`,
    returns: dayIn(10),
    ...entries,
  });
}

/** Moves the concert, and lets its run begin. Returns the run's id. */
async function moveNow(entries?: Record<string, string>): Promise<number> {
  const { output, problem } = await move(entries);
  expect(problem).toBeNull();
  const run = Number(output?.['run']);
  await office.run('run:start', { id: String(run) });
  await finish();
  return run;
}

async function cancel() {
  const reasons = { reason_de: 'krank', reason_en: 'ill' };
  const input = { id: String(concert.id), slug: concert.slug, ...reasons };
  const { output, problem } = await office.run('concert:cancel', input);
  expect(problem).toBeNull();
  return String(output?.['run']);
}

/** The link of an order in a run; `pass` is the hour after a choice, or the days without one. */
async function openLink(run: number, orderNo: string) {
  const link = await openChoiceLink(shop, run, orderNo);
  return {
    ...link,
    state: async () => (await link.state())?.state,
    async pass() {
      await pool.query(
        `update run_item set facts = facts || case when facts ? 'answer'
           then '{"answeredAt":"2025-01-01T00:00:00Z"}' else '{"endsAt":"2025-01-01T00:00:00Z"}' end::jsonb
         where id = $1`,
        [link.id],
      );
      await link.due();
      await finish();
    },
  };
}

const invoicesOf = (orderNo: string) => listCancellations(pool, orderNo);

test('the day of returns is refused beside its field when it has begun, is none, or nobody is mailed', async () => {
  concert = takeConcert();
  await buy();
  const errorOf = async (entries: Record<string, string>) =>
    (await move(entries)).problem?.errors?.['returns'];
  const late = 'Please a day after today and before the new day of the concert.';
  expect(await errorOf({ returns: dayIn(0) })).toBe(late);
  expect(await errorOf({ returns: '2026-02-30' })).toBe(late);
  expect(await errorOf({ mail: 'no' })).toMatch(/only if the ticket holders get a mail/);
  expect((await move({ mail: '', returns: 'x' })).problem?.errors).toMatchObject({
    mail: expect.any(String) as string,
    returns: late,
  });
  expect((await move({ returns: dayIn(1) })).problem).toBeNull();

  // a concert that is still to come
  const { content } = (await pool.query<{ content: object }>('select content from festival'))
    .rows[0] as { content: object };
  await pool.query(
    `update festival set content = content - '{startDate,endDate}'::text[] where id = 1`,
  );
  await office.deps.festival.reload();
  const moveTo = (start_day: string, returns: string) => move({ start_day, returns });
  expect((await moveTo(dayIn(9), dayIn(9))).problem?.errors).toHaveProperty('returns');
  expect((await moveTo(dayIn(9), dayIn(8))).problem).toBeNull();
  await pool.query('update festival set content = $1', [content]);
  await office.deps.festival.reload();
});

test('each order has a mail with a link of its own; one without an address is on the list', async () => {
  concert = takeConcert();
  const details = { email: 'two@example.org' };
  const [first, second] = [await buy({ details }), await buy({ details })];
  const third = await buy();
  await pool.query(
    `update checkout set details = details || '{"email":null}'
     where id = (select checkout_id from orders where order_no = $1)`,
    [third.orderNo],
  );
  const run = await moveNow();
  const mails = (await emailsTo(shop, 'two@example.org')).filter(
    ({ kind }) => kind === 'concert-changed',
  );
  expect(mails).toHaveLength(2);
  for (const { orderNo } of [first, second]) {
    const mail = mails.find(({ email }) => email.paragraphs.join(' ').includes(orderNo));
    expect(mail?.email.button?.url).toMatch(/\/ticketshop\/choice\/./);
    expect(mail?.email.links?.[0]?.url).toMatch(/order-confirmation\?token=/);
    expect(await (await openLink(run, orderNo)).read()).toMatchObject({
      answers: ['keep', 'refund'],
      outcome: null,
      returns: { orderNo, tickets: 2, until: dayIn(10) },
    });
  }
  expect(new Set(mails.map(({ email }) => email.button?.url)).size).toBe(2);
  expect(await (await openLink(run, third.orderNo)).state()).toBe('done');
  expect(await office.query('run:refunds', { id: run })).toMatchObject({
    returnsUntil: dayIn(10),
    withoutEmail: [{ orderNo: third.orderNo }],
  });
});

test('tickets that are kept can be returned until the day; then they are void, and the money goes back once', async () => {
  concert = takeConcert();
  const details = { email: 'returns@example.org' };
  const { orderNo, intent } = await buy({ method: 'postal', details });
  const before = await countTickets(pool, concert);
  const link = await openLink(await moveNow(), orderNo);
  expect(await link.answer('nonsense')).toBe(422);
  expect(await link.answer('part', '5')).toBe(422);
  expect(await link.answer('keep')).toBeNull();
  expect(await link.state()).toBe('kept');
  expect(await link.answer('refund')).toBeNull();
  await link.due();
  await finish();
  expect(await link.state()).toBe('asked');
  expect(await listRefunds(pool, intent)).toEqual([]);
  const { cents } = await link.read();
  await link.pass();
  await link.pass();
  expect(await link.state()).toBe('refunded');
  expect(await countTickets(pool, concert)).toEqual({
    valid: (before?.valid ?? 0) - 2,
    void: 2,
    sold: (before?.sold ?? 0) - 2,
  });
  expect(await invoicesOf(orderNo)).toEqual([cents]);
  expect(await listRefunds(pool, intent)).toEqual([
    { reason: 'office', cents, state: 'succeeded' },
  ]);
  const { rows } = await pool.query('select amount_cents from checkout where intent_id = $1', [
    intent,
  ]);
  expect(rows).toEqual([{ amount_cents: cents }]);
  const mails = (await emailsTo(shop, details.email)).filter(({ kind }) => /cancelled/.test(kind));
  expect(mails).toMatchObject([{ kind: 'order-cancelled' }]);
  expect(await link.answer('keep')).toBe(409);
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'refund', cents });
});

test('without an answer the tickets are kept, and the link says that it is over', async () => {
  concert = takeConcert();
  const { orderNo, intent } = await buy();
  const run = await moveNow();
  const link = await openLink(run, orderNo);
  await link.pass();
  expect(await link.state()).toBe('kept');
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'keep', decidedAt: null });
  expect(await link.answer('refund')).toBe(409);
  expect(await listRefunds(pool, intent)).toEqual([]);
  expect(await office.query('run:page', { id: run })).toMatchObject({ done: 1, total: 1 });
});

test('a part or all is donated, where the office offers it', async () => {
  const details = { email: 'donor@example.org' };
  const [part, all] = [await buy({ details }), await buy({ details })];
  const run = await moveNow({ donation: 'yes' });
  const [one, other] = [await openLink(run, part.orderNo), await openLink(run, all.orderNo)];
  const { answers, cents } = await one.read();
  expect(answers).toEqual(['keep', 'refund', 'part', 'all']);
  expect(await one.answer('part', '0')).toBe(422);
  expect(await one.answer('part', '10,50')).toBeNull();
  expect(await other.answer('all')).toBeNull();
  await one.pass();
  await other.pass();
  expect([await one.state(), await other.state()]).toEqual(['shared', 'donated']);
  expect(await listRefunds(pool, part.intent)).toMatchObject([{ cents: cents - 1050 }]);
  expect(await listRefunds(pool, all.intent)).toEqual([]);
  expect([await invoicesOf(part.orderNo), await invoicesOf(all.orderNo)]).toEqual([
    [cents],
    [cents],
  ]);
  const { sums } = (await office.query('run:refunds', { id: run })) ?? {};
  expect(sums).toMatchObject({ owedCents: 2 * cents, donatedCents: cents + 1050, voidTickets: 4 });
  const texts = (await emailsTo(shop, details.email)).map(({ email }) => email.paragraphs.join());
  expect(texts.filter((text) => text.includes('Den Betrag haben Sie gespendet'))).toHaveLength(1);
  expect(texts.filter((text) => /Reklamation/.test(text))).toEqual([]);
});

test('complimentary tickets become void without invoice and refund', async () => {
  concert = takeConcert();
  const issued = await office.run('order:complimentary', {
    reason: 'press',
    firstName: 'Pia',
    lastName: 'Presse',
    email: 'pia@example.org',
    language: 'de',
    delivery: 'onlineticket',
    [`tickets-${concert.types[0]}`]: '2',
  });
  expect(issued.problem).toBeNull();
  const orderNo = String(issued.output?.['orderNo']);
  const link = await openLink(await moveNow({ donation: 'yes' }), orderNo);
  expect(await link.read()).toMatchObject({ answers: ['keep', 'refund'], cents: 0 });
  expect(await link.answer('refund')).toBeNull();
  await link.pass();
  expect(await link.state()).toBe('nothing');
  expect(await link.read()).toMatchObject({ outcome: 'void' });
  expect(await countTickets(pool, concert)).toMatchObject({ valid: 0, void: 2 });
  expect(await invoicesOf(orderNo)).toEqual([]);
  const kinds = (await emailsTo(shop, 'pia@example.org')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'order-cancelled')).toHaveLength(1);
});

test('a disputed payment is left alone, and an order that the office has refunded has nothing left', async () => {
  const [disputed, refunded] = [await buy(), await buy()];
  const run = await moveNow();
  const [one, other] = [
    await openLink(run, disputed.orderNo),
    await openLink(run, refunded.orderNo),
  ];
  expect([await one.answer('refund'), await other.answer('refund')]).toEqual([null, null]);
  const dispute = sandbox.faults.openDispute(disputed.intent);
  await sandbox.events.delivered();
  const input = { orderNo: refunded.orderNo, whole: 'yes', reason: 'ill' };
  expect((await office.run('order:refund', input)).problem).toBeNull();
  expect(await other.read()).toMatchObject({ answers: [] });
  await one.pass();
  await other.pass();
  expect([await one.state(), await other.state()]).toEqual(['disputed', 'nothing']);
  expect(await one.read()).toMatchObject({ outcome: 'disputed' });
  expect(await invoicesOf(disputed.orderNo)).toEqual([]);
  expect(await invoicesOf(refunded.orderNo)).toHaveLength(1);
  sandbox.faults.closeDispute(dispute.id, 'won');
  await sandbox.events.delivered();
  expect((await office.run('run:retry', { id: String(run) })).problem).toBeNull();
  await finish();
  expect(await one.state()).toBe('refunded');
});

test('an order with a ticket that was admitted keeps them all', async () => {
  const { orderNo, intent } = await buy();
  const link = await openLink(await moveNow(), orderNo);
  expect(await link.answer('refund')).toBeNull();
  const { tickets } = await office.query('order:page', { orderNo });
  const device = await pairDevice(shop.url, (await makeCode(office, concert.id)).code);
  const ticket_id = tickets[0]?.id ?? 0;
  await device.send([
    eventNow({ n: 1, kind: 'admit', concert_id: concert.id, ticket_id, via: 'camera' }),
  ]);
  await link.pass();
  expect(await link.state()).toBe('kept');
  expect(await listRefunds(pool, intent)).toEqual([]);
  expect(await link.read()).toMatchObject({ outcome: 'keep' });
});

test('a cancellation takes over, unless it is undone; nobody is refunded twice', async () => {
  concert = takeConcert();
  const [first, second] = [await buy(), await buy()];
  const run = await moveNow();
  const [one, other] = [await openLink(run, first.orderNo), await openLink(run, second.orderNo)];
  expect(await one.answer('refund')).toBeNull();
  const undone = await cancel();
  expect(await one.read()).toMatchObject({ answers: [], outcome: 'cancelled' });
  expect(await one.answer('keep')).toBe(409);
  expect((await office.run('run:undo', { id: undone })).problem).toBeNull();
  await one.due();
  await finish();
  expect(await one.read()).toMatchObject({ answers: ['keep', 'refund'], outcome: 'refund' });

  const cancelling = await cancel();
  await one.pass();
  expect(await one.state()).toBe('asked');
  await office.run('run:start', { id: cancelling });
  await finish();
  await one.pass();
  await other.pass();
  expect([await one.state(), await other.state()]).toEqual(['nothing', 'nothing']);
  for (const { intent, orderNo } of [first, second]) {
    expect(await listRefunds(pool, intent)).toHaveLength(1);
    expect(await invoicesOf(orderNo)).toHaveLength(1);
  }
  expect(await one.read()).toMatchObject({ answers: [], outcome: 'cancelled' });
});

test('a second move keeps what was offered, and each ticket is returned once', async () => {
  const { orderNo, intent } = await buy();
  const first = await openLink(await moveNow(), orderNo);
  const second = await openLink(await moveNow({ returns: dayIn(20) }), orderNo);
  expect([await first.answer('refund'), await second.answer('refund')]).toEqual([null, null]);
  await Promise.all([first.pass(), second.pass()]);
  const states = [await first.state(), await second.state()];
  expect(new Set(states)).toEqual(new Set(['nothing', 'refunded']));
  expect(await listRefunds(pool, intent)).toHaveLength(1);
  expect(await invoicesOf(orderNo)).toHaveLength(1);
});

describe('at the same time', () => {
  test('two answers leave one of them, which two processes carry out once', async () => {
    const { orderNo, intent } = await buy();
    const link = await openLink(await moveNow(), orderNo);
    expect(await Promise.all([link.answer('keep'), link.answer('refund')])).toEqual([null, null]);
    const { outcome } = await link.read();
    expect(await link.state()).toBe(outcome === 'keep' ? 'kept' : 'asked');
    expect(await link.answer('refund')).toBeNull();
    await pool.query(
      `update run_item set next_at = now(), facts = facts || '{"answeredAt":"2025-01-01T00:00:00Z"}'
       where id = $1`,
      [link.id],
    );
    const process = { ...office.deps, log: testLog };
    const stepped = await Promise.all([1, 2, 3].map(() => stepRunItem(process, runKinds, link.id)));
    expect(stepped.filter(Boolean)).toHaveLength(1);
    expect(await invoicesOf(orderNo)).toHaveLength(1);
    expect(await listRefunds(pool, intent)).toHaveLength(1);
    await finish();
  });

  test('an answer and a cancellation refund once', async () => {
    concert = takeConcert();
    const orders = [await buy(), await buy(), await buy(), await buy()];
    const run = await moveNow();
    const links = await Promise.all(orders.map(({ orderNo }) => openLink(run, orderNo)));
    const [late, ...others] = links;
    for (const link of others) await link.answer('refund');
    const [cancelling] = await Promise.all([
      cancel(),
      late?.answer('refund'),
      ...others.map((link) => link.pass()),
    ]);
    await office.run('run:start', { id: cancelling });
    await finish();
    expect(await countTickets(pool, concert)).toMatchObject({ valid: 0 });
    for (const { intent, orderNo } of orders) {
      expect(await listRefunds(pool, intent)).toHaveLength(1);
      expect(await invoicesOf(orderNo)).toHaveLength(1);
    }
  });
});
