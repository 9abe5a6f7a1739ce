import { beforeAll, describe, expect, it } from 'vitest';
import { berlinDate } from '#contract/berlin-time.ts';
import { startSandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { fetchPayouts } from '../payment/fetch-payouts.ts';
import type { ReportRow } from './report.ts';

const DAY_MS = 86_400_000;
let daysLater = 0;
const sandbox = await startSandbox({
  ...SANDBOX_KEYS,
  asyncDelay: null,
  clock: () => Date.now() + daysLater * DAY_MS,
});
const shop = await openShop({ sandbox });
const { pool } = shop;
const office = await openTestOffice(shop);
const today = berlinDate(new Date());
const year = today.slice(0, 4);

async function buy(
  quantity: number,
  method?: string,
): Promise<{ orderNo: string; intent: string }> {
  const concert = await createConcert(pool, { quantity: 20, prices: [2450] });
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, { quantity }, method);
  buyer.pay();
  const token = (await accepted(buyer.complete())).body.data?.order_token ?? '';
  const { body } = await accepted(buyer.order(token));
  return { orderNo: body.data?.order_no ?? '', intent: buyer.intent };
}

async function read(
  lines: AsyncIterable<string> | Promise<AsyncIterable<string>>,
): Promise<string[]> {
  let text = '';
  for await (const line of await lines) text += line;
  return text.split('\r\n').slice(0, -1);
}

const english = { language: 'en', hasBom: false } as const;
const german = { language: 'de', hasBom: true } as const;
let first: { orderNo: string; intent: string };
let second: { orderNo: string; intent: string };
let supply: string;

beforeAll(async () => {
  first = await buy(2, 'postal');
  second = await buy(1);
  const { rows } = await pool.query<{ id: number }>(
    'select t.id from ticket t join orders o on o.id = t.order_id where o.order_no = $1 order by t.id limit 1',
    [first.orderNo],
  );
  await commitRefund(pool, { orderNo: first.orderNo, ticketIds: [rows[0]?.id ?? 0] });
  await shop.runJobs('execute-refund');
  const concert = await pool.query<{ at: Date }>('select starts_at as at from concert limit 1');
  supply = berlinDate(concert.rows[0]?.at ?? new Date());
});

const journal = async (filters = {}) => (await office.query('report:invoices', filters)).table;
const cents = (row: ReportRow | undefined, key: string) => Number(row?.[key]);

describe('the journal of invoices', () => {
  it('has every invoice and cancellation invoice with its payment or refund, and no names', async () => {
    const { rows, sums } = await journal();
    expect(rows).toEqual([
      expect.objectContaining({
        number: `S-${year}-000001`,
        date: today,
        order: first.orderNo,
        cancels: `${year}-000001`,
        supply,
        gross: -2450,
        payment: first.intent,
        refund: expect.stringMatching(/^re_/),
        payout: null,
      }),
      expect.objectContaining({
        number: `${year}-000002`,
        cancels: null,
        gross: 2450,
        refund: null,
      }),
      expect.objectContaining({ number: `${year}-000001`, gross: 5350, payment: first.intent }),
    ]);
    expect(sums).toMatchObject({ gross: 5350, net: 5350, tax: 0, fee: 0 });
    expect(JSON.stringify(rows)).not.toMatch(/Clara|Wieck/);
    expect((await journal({ to: '2020-01-01' })).rows).toEqual([]);
  });

  it('has the fees and the payout once the provider tells them', async () => {
    await fetchPayouts(shop.payment);
    const paid = (await journal()).rows;
    expect(paid.map((row) => row['fee'])).toEqual([0, 62, 105]);
    expect(paid.every(({ payout }) => payout === null)).toBe(true);
    daysLater = 1;
    await fetchPayouts(shop.payment);
    const { rows } = await journal();
    const payout = String(rows[0]?.['payout']);
    expect(payout).toMatch(/^po_/);
    const whole = await journal({ payout });
    expect(whole.rows).toEqual(rows);
    // what arrives at the bank
    expect(cents(whole.sums ?? {}, 'gross') - cents(whole.sums ?? {}, 'fee')).toBe(5350 - 167);
    expect((await journal({ payout: 'po_other' })).rows).toEqual([]);
  });

  it('is fetched again without a change, and not at all where the provider does not tell', async () => {
    const { rows } = await journal();
    await fetchPayouts(shop.payment);
    sandbox.faults.route({
      route: 'GET /v1/balance_transactions',
      effect: 'error',
      status: 403,
      times: 5,
    });
    await fetchPayouts(shop.payment);
    sandbox.faults.clear();
    expect((await journal()).rows).toEqual(rows);
  });

  it('is a CSV in both languages', async () => {
    const [head, cancelled] = await read(office.query('report:invoices-csv', english));
    expect(head).toBe(
      'Number,Date,Order,Cancels invoice,Supply,Gross,Net,Tax,Tax rate,Payment,Refund,Fee,Payout',
    );
    expect(cancelled).toMatch(
      new RegExp(
        `^S-${year}-000001,${today},${first.orderNo},${year}-000001,${supply},-24.50,-24.50,0.00,0,pi_\\w+,re_\\w+,0.00,po_\\w+$`,
      ),
    );
    const lines = await read(office.query('report:invoices-csv', german));
    expect(lines[0]).toBe(
      '\u{FEFF}Nummer;Datum;Bestellung;Storniert Rechnung;Leistung;Brutto;Netto;Steuer;Steuersatz;Zahlung;Erstattung;Gebühr;Auszahlung',
    );
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(`;53,50;53,50;0,00;0;${first.intent};;1,05;po_`);
  });
});

describe('a long journal', () => {
  it('shows its newest rows with the sums of all, and its file has all of them once', async () => {
    await pool.query(
      `insert into invoice (order_id, series, year, number, amount_cents, issued_at)
       select id, 'cancellation', 2020, n, 1, '2020-05-05 12:00Z' from orders, generate_series(1, 201) n
       where order_no = $1`,
      [first.orderNo],
    );
    const day = { from: '2020-05-05', to: '2020-05-05' };
    const { rows, sums, isCut } = await journal(day);
    expect([rows.length, isCut]).toEqual([200, true]);
    expect(rows[0]).toMatchObject({ number: 'S-2020-000201', cancels: `${year}-000001` });
    expect(sums).toEqual({ gross: -201, net: -201, tax: 0, fee: 0 });
    const lines = await read(office.query('report:invoices-csv', { ...english, ...day }));
    expect(new Set(lines).size).toBe(202);
    await pool.query('alter table invoice disable trigger invoice_unchangeable');
    await pool.query('delete from invoice where year = 2020');
    await pool.query('alter table invoice enable trigger invoice_unchangeable');
  });
});

describe('files', () => {
  it('of the orders have one row per ticket', async () => {
    const lines = await read(office.query('order:csv', english));
    expect(lines[0]).toBe(
      'Order,Time,Name,Email,Concert,Date,Ticket type,Price,State,Delivery,Postage,Invoice,Cancellation invoice,Refund,Payment',
    );
    const time = `${today} \\d\\d:\\d\\d`;
    const buyer = `${time},Clara Wieck,clara@example.org,Evening,${supply},Price 1,24.50`;
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(
        `^${second.orderNo},${buyer},valid,Online,0.00,${year}-000002,,,${second.intent}$`,
      ),
      expect.stringMatching(
        `^${first.orderNo},${buyer},void,Post,4.50,${year}-000001,S-${year}-000001,re_\\w+,${first.intent}$`,
      ),
      expect.stringMatching(
        `^${first.orderNo},${buyer},valid,Post,,${year}-000001,,,${first.intent}$`,
      ),
    ]);
  });

  it('of sales and revenue have the columns of their tables', async () => {
    const sales = await read(office.query('report:sales-csv', { ...german, by: ['day', 'type'] }));
    const day = today.split('-').toReversed().join('.');
    expect(sales).toEqual([
      '\u{FEFF}Tag;Kartenart;Verkauft;Freikarten;Storniert;Gültig;Umsatz;Erstattet;Verbleibt',
      `${day};Preis 1;3;0;1;2;73,50;24,50;49,00`,
    ]);
    const revenue = await read(office.query('report:revenue-csv', english));
    expect(revenue[0]).toBe(
      'Month,Kind,Count,From no.,To no.,Gross,Net,Tax,Tax rate,of this postage',
    );
    expect(revenue[1]).toMatch(/,Invoices,2,\d{4}-000001,\d{4}-000002,78.00,78.00,0.00,0,4.50$/);
  });

  it('for the GEMA have one row per piece', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `with c as (insert into composer (slug, full_name, born, died) values ('c', 'Clara Schumann', 1819, 1896) returning id),
       m as (insert into musician (full_name) values ('Anna Rast') returning id),
       k as (select min(concert_id) as id from product),
       e as (insert into piece (concert_id, position, composer_id, title_de, title_en, opus, tonality)
         select k.id, 4, c.id, 'Trio', 'Trio', 'op. 17', 'g-Moll' from k, c returning id, concert_id),
       v as (insert into movement (piece_id, position, title, lang)
         select id, n, title, 'it' from e, (values (1, 'Allegro'), (2, 'Scherzo')) w (n, title)),
       p as (insert into piece_musician select e.id, 1, m.id, 'Klavier', 'Piano' from e, m)
       select concert_id as id from e`,
    );
    await pool.query('update product set presold = 3 where concert_id = $1', [rows[0]?.id]);
    await pool.query(
      'update stock set sold = sold + 3 where product_id = (select id from product where concert_id = $1)',
      [rows[0]?.id],
    );
    const lines = await read(office.query('report:gema-csv', english));
    expect(lines).toEqual([
      'Date,Start,Venue,Street,City,No.,Composer,Years,Title,Opus,Catalogue no.,Key,Movements,Performers,Visitors,Prices from to,Takings',
      expect.stringMatching(
        new RegExp(
          `^${supply},\\d\\d:\\d\\d,Tithe Barn,Klosterhof 1,Marienfirn,1,Clara Schumann,1819–1896,Trio,op. 17,,G minor,` +
            'Allegro / Scherzo,Anna Rast \\(Piano\\),4,24.50,24.50$',
        ),
      ),
    ]);
    expect(
      await read(office.query('report:gema-csv', { ...english, to: '2020-01-01' })),
    ).toHaveLength(1);
  });
});
