import { beforeAll, describe, expect, it } from 'vitest';
import { berlinDate, parseBerlin } from '#contract/berlin-time.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { vatIn } from '../documents/pdf/draw-invoice.ts';
import { listViolations } from '../invariants.ts';
import type { ReportRow, ReportTable } from './report.ts';
import { sumRevenue } from './revenue.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop);
let evening: TestConcert;
let night: TestConcert;

async function buy(concert: TestConcert, quantity: number, type = 0, method?: string) {
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, { quantity, type }, method);
  buyer.pay();
  const token = (await accepted(buyer.complete())).body.data?.order_token ?? '';
  return (await accepted(buyer.order(token))).body.data?.order_no ?? '';
}

async function ticketsOf(orderNo: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from ticket t join orders o on o.id = t.order_id
     where o.order_no = $1 and t.voided_at is null order by t.id`,
    [orderNo],
  );
  return rows.map(({ id }) => id);
}

/** Voids the first tickets of an order, or all of them with the postage. */
async function refund(orderNo: string, count?: number) {
  const ticketIds = count === undefined ? null : (await ticketsOf(orderNo)).slice(0, count);
  await commitRefund(pool, { orderNo, ticketIds });
}

async function issueFree(concert: TestConcert, quantity: number): Promise<string> {
  const { output, problem } = await office.run('order:complimentary', {
    [`tickets-${concert.types[0]}`]: String(quantity),
    firstName: 'Pia',
    lastName: 'Presse',
    email: 'pia@example.org',
    language: 'de',
    delivery: 'onlineticket',
    reason: 'press',
  });
  expect(problem).toBeNull();
  return String(output?.['orderNo']);
}

/** Moves an order with its invoice to a time in Berlin, and what was cancelled of it to another one. */
async function moveTo(orderNo: string, berlin: string, cancelled = berlin) {
  const values = [orderNo, parseBerlin(berlin), parseBerlin(cancelled)];
  const ofOrder = 'order_id = (select id from orders where order_no = $1)';
  await pool.query('alter table invoice disable trigger invoice_unchangeable');
  await pool.query('update orders set created_at = $2 where order_no = $1', values.slice(0, 2));
  // several cancellations keep their distance: it tells them apart
  const later = (column: string) =>
    `$2::timestamptz + (${column} - coalesce((select min(issued_at) from invoice where ${ofOrder} and series = 'cancellation'), ${column}))`;
  const ofCancellation = [values[0], values[2]];
  await pool.query(
    `with moved as (update invoice set issued_at = ${later('issued_at')} where ${ofOrder} and series = 'cancellation')
     update ticket set voided_at = ${later('voided_at')} where ${ofOrder} and voided_at is not null`,
    ofCancellation,
  );
  await pool.query(
    `update invoice set issued_at = $2 where ${ofOrder} and series = 'invoice'`,
    values.slice(0, 2),
  );
  await pool.query('alter table invoice enable trigger invoice_unchangeable');
}

/** Stores an order's invoice as if it were drawn under this tax treatment. */
async function draw(orderNo: string, treatment: string) {
  await pool.query(
    `insert into document (order_id, kind, bytes, tax_treatment)
     select id, 'invoice', '', $2 from orders where order_no = $1`,
    [orderNo, treatment],
  );
}

const sales = (filters = {}) => office.query('report:sales', filters);
const find = (table: ReportTable, values: ReportRow) =>
  table.rows.find((row) => Object.entries(values).every(([key, value]) => row[key] === value));

beforeAll(async () => {
  evening = await createConcert(pool, { quantity: 90, prices: [2450, 900], presold: 7 });
  night = await createConcert(pool, { quantity: 90, prices: [1900] });
  await pool.query(`update concert set title_en = 'Night', title_de = 'Nacht' where id = $1`, [
    night.id,
  ]);
  // around midnight, on the days of 23 and 25 hours, and across a change of years
  const whole = await buy(evening, 3, 0, 'postal');
  await refund(whole);
  await moveTo(whole, '2025-03-29 23:59', '2025-03-30 00:00');
  await draw(whole, 'reduced');
  const partly = await buy(evening, 3, 1, 'postal');
  await refund(partly, 1);
  await refund(partly, 1);
  await moveTo(partly, '2025-03-30 23:59', '2025-03-31 00:00');
  await draw(partly, 'reduced');
  const kept = await buy(night, 2);
  await moveTo(kept, '2025-10-26 23:59');
  await draw(kept, 'exempt');
  const reissued = await buy(night, 2);
  const [ticket = 0] = await ticketsOf(reissued);
  const renewed = await office.run('order:reissue', { orderNo: reissued, ticket: String(ticket) });
  expect(renewed.problem).toBeNull();
  await moveTo(reissued, '2025-10-27 00:00');
  await draw(reissued, 'reduced');
  const free = await issueFree(evening, 2);
  await refund(free, 1);
  await moveTo(free, '2025-12-31 23:59', '2026-01-01 00:00');
  await buy(evening, 1, 0, 'postal');
});

interface Ticket {
  concert: string;
  type: string;
  sold: string;
  voided: string | null;
  cents: number;
  isFree: boolean;
}

/** The tickets themselves: one that was reissued counts once, as its last one. */
async function listTickets(): Promise<Ticket[]> {
  const { rows } = await pool.query<Record<string, never>>(
    `select k.title_en as concert, y.name_en as type, o.created_at, t.voided_at, t.price_cents, o.origin
     from ticket t join orders o on o.id = t.order_id join ticket_type y on y.id = t.ticket_type_id
       join product p on p.id = t.product_id join concert k on k.id = p.concert_id
     where not exists (select from ticket n where n.replaces_id = t.id)`,
  );
  return rows.map((row) => ({
    concert: row['concert'] ?? '',
    type: row['type'] ?? '',
    sold: berlinDate(row['created_at'] ?? new Date(0)),
    voided: row['voided_at'] === null ? null : berlinDate(row['voided_at'] ?? new Date(0)),
    cents: row['price_cents'] ?? 0,
    isFree: row['origin'] === 'complimentary',
  }));
}

/** The sales as a person with paper and pencil would add them up. */
function addUp(tickets: Ticket[], by: string[], from: string, to: string): ReportRow[] {
  const rows = new Map<string, ReportRow>();
  const isWithin = (day: string | null): day is string => day !== null && day >= from && day <= to;
  for (const ticket of tickets) {
    for (const [day, sign] of [
      [ticket.sold, 1],
      [ticket.voided, -1],
    ] as const) {
      if (!isWithin(day)) continue;
      const group = { concert: ticket.concert, day, type: ticket.type };
      const keys = by.map((name) => [name, group[name as 'day']] as const);
      const row = rows.get(JSON.stringify(keys)) ?? Object.fromEntries(keys);
      const add = (key: string, value: number) => (row[key] = Number(row[key] ?? 0) + value);
      add('sold', sign === 1 && !ticket.isFree ? 1 : 0);
      add('complimentary', sign === 1 && ticket.isFree ? 1 : 0);
      add('cancelled', sign === 1 ? 0 : 1);
      add('valid', sign);
      add('revenue', sign === 1 ? ticket.cents : 0);
      add('refunded', sign === 1 ? 0 : ticket.cents);
      add('remaining', sign * ticket.cents);
      rows.set(JSON.stringify(keys), row);
    }
  }
  return [...rows.values()];
}

const sorted = (rows: ReportRow[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();

describe('sales', () => {
  it.each([
    ['0000-00-00', '9999-99-99'],
    ['2025-03-29', '2025-03-29'],
    ['2025-03-30', '2025-03-30'],
    ['2025-03-31', '2025-10-26'],
    ['2025-10-27', '2025-12-31'],
    ['2026-01-01', '9999-12-31'],
  ])('agree with the tickets from %s to %s, however they are grouped', async (from, to) => {
    const tickets = await listTickets();
    for (const by of [
      ['concert'],
      ['day'],
      ['type'],
      ['concert', 'day'],
      ['concert', 'type'],
      ['day', 'type'],
      ['concert', 'day', 'type'],
    ]) {
      const { table } = await sales({ by, from, to });
      expect(sorted(table.rows), by.join()).toEqual(sorted(addUp(tickets, by, from, to)));
      expect(table.columns.map(({ key }) => key).slice(0, by.length)).toEqual(by);
      const [sums] = addUp(tickets, [], from, to);
      expect(table.sums).toMatchObject(sums ?? { sold: 0, valid: 0, remaining: 0 });
    }
  });

  it('and what was sold elsewhere are the stock', async () => {
    const { table, elsewhere } = await sales();
    expect(elsewhere.rows).toEqual([{ concert: 'Evening', elsewhere: 7 }]);
    const { rows } = await pool.query<{ concert: string; sold: number }>(
      `select k.title_en as concert, s.sold from stock s join product p on p.id = s.product_id
       join concert k on k.id = p.concert_id`,
    );
    for (const { concert, sold } of rows) {
      const apart = Number(find(elsewhere, { concert })?.['elsewhere'] ?? 0);
      expect([concert, Number(find(table, { concert })?.['valid']) + apart]).toEqual([
        concert,
        sold,
      ]);
    }
  });

  it('are those of one concert, which the day distinguishes from another one with its title', async () => {
    const { table } = await sales({ concert: String(night.id) });
    expect(table.rows).toMatchObject([
      { concert: 'Night', sold: 4, cancelled: 0, remaining: 7600 },
    ]);
    await pool.query(`update concert set title_en = 'Evening' where id = $1`, [night.id]);
    const names = (await sales()).table.rows.map(({ concert }) => concert);
    expect(names).toEqual([
      expect.stringMatching(/^Evening, \d{4}-\d\d-\d\d$/),
      expect.any(String),
    ]);
    await pool.query(`update concert set title_en = 'Night' where id = $1`, [night.id]);
  });
});

describe('revenue and tax', () => {
  const revenue = (filters = {}) => office.query('report:revenue', filters);

  it('are those of the invoices, each taxed and rounded as it states', async () => {
    const { table, missingNumbers } = await revenue({ to: '2026-06-30' });
    const tax = vatIn(3 * 2450 + 450);
    const partlyTax = vatIn(3 * 900 + 450);
    const row = (month: string, series: string, values: ReportRow) =>
      expect(find(table, { month, series, ...values }), `${month} ${series}`).toBeDefined();
    row('March 2025', 'Invoices', {
      count: 2,
      gross: 3 * 2450 + 3 * 900 + 2 * 450,
      tax: tax + partlyTax,
      taxRate: 7,
      ofThisPostage: 900,
    });
    // two of three tickets one after the other: together the tax of the invoice less that of the rest
    row('March 2025', 'Cancellation invoices', {
      count: 3,
      gross: -(3 * 2450 + 450 + 2 * 900),
      tax: -(tax + partlyTax - vatIn(900 + 450)),
      ofThisPostage: -450,
    });
    row('October 2025', 'Invoices', { count: 1, gross: 3800, net: 3800, tax: 0, taxRate: 0 });
    row('October 2025', 'Invoices', { count: 1, gross: 3800, tax: vatIn(3800), taxRate: 7 });
    // complimentary tickets, given in December and taken back in January, have none
    for (const month of ['December 2025', 'January 2026'])
      expect(find(table, { month })).toBeUndefined();
    expect(table.rows.every(({ gross, net, tax: of }) => gross === Number(net) + Number(of))).toBe(
      true,
    );
    expect(table.sums).toMatchObject({ gross: 900 + 450 + 2 * 3800, ofThisPostage: 450 });
    expect(missingNumbers).toEqual([]);
  });

  it('are the same once the days that are over are summed', async () => {
    const before = await revenue();
    const days = () => pool.query('select day::text, gross_cents from revenue_day order by 1, 2');
    const deps = { pool, tax: 'exempt' as const };
    await sumRevenue(deps);
    await sumRevenue(deps);
    expect((await days()).rows).toHaveLength(6);
    expect({ ...(await revenue()), madeAt: '' }).toEqual({ ...before, madeAt: '' });
    const day = { from: '2025-10-26', to: '2025-10-26' };
    expect((await revenue(day)).table.sums).toMatchObject({ count: 1, gross: 3800, tax: 0 });
    expect((await listViolations(pool)).filter((text) => /revenue|sales/.test(text))).toEqual([]);
  });

  it('wait for the document of an invoice of the last days', async () => {
    const [late, later] = [await buy(night, 1), await buy(night, 1)];
    const daysAgo = (days: number) => berlinDate(new Date(Date.now() - days * 86_400_000));
    await moveTo(late, `${daysAgo(4)} 12:00`);
    await moveTo(later, `${daysAgo(3)} 12:00`);
    await draw(later, 'exempt');
    const lastDay = async () => {
      await sumRevenue({ pool, tax: 'exempt' });
      const { rows } = await pool.query<{ day: string }>(
        'select max(day)::text as day from revenue_day',
      );
      return rows[0]?.day;
    };
    expect(await lastDay()).toBe('2025-10-27');
    expect((await revenue({ from: daysAgo(4), to: daysAgo(3) })).table.sums).toMatchObject({
      tax: 0,
    });
    await draw(late, 'reduced');
    expect(await lastDay()).toBe(daysAgo(3));
    expect((await revenue({ from: daysAgo(4), to: daysAgo(3) })).table.sums).toMatchObject({
      count: 2,
      gross: 3800,
      tax: vatIn(1900),
    });
  });

  it('name missing numbers', async () => {
    await pool.query(`update invoice_counter set last = last + 2 where series = 'invoice'`);
    const { rows } = await pool.query<{ year: number; last: number }>(
      `select year, last from invoice_counter where series = 'invoice'`,
    );
    const { year = 0, last = 0 } = rows[0] ?? {};
    const number = (n: number) => `${year}-${String(n).padStart(6, '0')}`;
    expect((await revenue()).missingNumbers).toEqual([number(last - 1), number(last)]);
    expect((await revenue({ to: `${year - 1}-12-31` })).missingNumbers).toEqual([]);
    await pool.query(`update invoice_counter set last = last - 2 where series = 'invoice'`);
  });
});
