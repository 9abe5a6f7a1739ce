import { beforeEach, describe, expect, test } from 'vitest';
import { toConcertEntries } from '#contract/office/concert-entries.ts';
import { accepted, Buyer, type ConcertTickets } from '#test/buyer.ts';
import { publishConcert, saleForm } from '#test/concert-form.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';

const database = await createTestDatabase('demo');
const shop = await openShop({ database });
const { pool } = shop;
const office = await openTestOffice(database, 'office');
const admin = await openTestOffice(database, 'admin');
const editor = await openTestOffice(database, 'editor');

let id = 0;
let concert: ConcertTickets;

const save = (changes: Record<string, unknown>, by = office) =>
  by.run('sale:save', { ...saleForm, id, ...changes });

async function readTickets(): Promise<ConcertTickets> {
  const { rows } = await pool.query<{ productId: number; types: number[] }>(
    `select p.id as "productId", array(select t.id from ticket_type t where t.product_id = p.id order by position) as types
     from product p where p.concert_id = $1`,
    [id],
  );
  return rows[0] ?? { productId: 0, types: [] };
}

/** The concert as a client of the API reads it. */
const readConcert = async () =>
  JSON.stringify((await new Buyer(shop).call('GET', `/concert/${id}`)).body);

const readSaleOf = async () => (await office.query('concert:document', { id })).document.sale;
const versionOf = async () => (await office.query('concert:document', { id })).version;

beforeEach(async () => {
  id = await publishConcert(editor);
  expect((await save({})).problem).toBeNull();
  expect((await office.run('sale:start', { concert: [String(id)] })).problem).toBeNull();
  concert = await readTickets();
  return async () => expect(await drain(shop)).toEqual([]);
});

describe('the form', () => {
  test('prices, limits and order are those of the form, and only the sale changes', async () => {
    const { document } = await office.query('concert:document', { id });
    expect(document.sale).toMatchObject({
      onSale: true,
      quantity: 20,
      presold: 4,
      prices: { full: 36.5, school: 8 },
      quotas: { school: 6 },
      maxOfType: { school: 2 },
    });
    const swapped = {
      'type-1-kind': 'school',
      'type-1-price': '8',
      'type-2-kind': 'full',
      'type-2-price': '36.5',
      title_de: 'Anders',
    };
    expect((await save(swapped)).problem).toBeNull();
    const after = await office.query('concert:document', { id });
    expect(Object.keys(after.document.sale?.prices ?? {})).toEqual(['school', 'full']);
    expect(after.document.title).toEqual(document.title);
    expect((await readTickets()).types).toEqual(concert.types.toReversed());
    const again = { ...toConcertEntries(after.document), id, part: 'sale' };
    expect((await office.run('sale:save', again)).output).toMatchObject({ isUnchanged: true });
  });

  test.each([
    ['type-1-price', '36,505', '0 or at least 0.50 euros, two decimals at most.'],
    ['type-1-price', '0,49', '0 or at least 0.50 euros, two decimals at most.'],
    ['type-1-price', '', 'Please fill this in.'],
    ['type-2-kind', '', 'Please fill this in.'],
    ['type-2-kind', 'full', 'Is among the ticket types already.'],
    ['quantity', 'many', 'Please a whole number from 1 to 100000.'],
    ['quantity', '', 'Please fill this in.'],
    ['presold', '21', 'Is more than the capacity (quantity).'],
    ['type-1-onlyWith', 'constructor', '“constructor” is not in prices.'],
    ['onSaleUntil_time', '19:30', 'Please fill this in.'],
  ])('%s %j is refused beside the field', async (field, value, text) => {
    const { problem } = await save({ [field]: value });
    const at = field === 'onSaleUntil_time' ? 'onSaleUntil_day' : field;
    expect(problem).toMatchObject({ status: 422, errors: { [at]: text } });
  });

  test('of a ticket type left empty, every field that is missing is named', async () => {
    const { problem } = await save({ 'type-2-kind': '', 'type-2-price': '' });
    const missing = 'Please fill this in.';
    expect(problem?.errors).toMatchObject({ 'type-2-kind': missing, 'type-2-price': missing });
  });

  test('one ticket type at least is offered, and there is one', async () => {
    const none = await save({ 'type-1-offered': undefined, 'type-2-offered': undefined });
    expect(none.problem?.errors).toEqual({
      'type-1-offered': 'Is the last one: offer one type at least, or stop the sale.',
    });
    const made = await publishConcert(editor);
    const input = { id: made, part: 'sale', quantity: '20', presold: '0' };
    const { problem } = await office.run('sale:save', input);
    expect(problem?.errors).toEqual({ 'type-add': 'A ticket type is still missing.' });
  });

  test('a planned moment in the past, or one that the clocks skip, is refused in one sentence', async () => {
    await office.run('sale:stop', { concert: [String(id)] });
    const past = await save({ onSaleFrom_day: '2024-05-01', onSaleFrom_time: '10:00' });
    expect(past.problem?.errors).toEqual({ onSaleFrom_day: 'Is not in the future.' });
    const skipped = await save({ onSaleUntil_day: '2034-03-26', onSaleUntil_time: '02:30' });
    expect(skipped.problem?.errors).toEqual({
      onSaleUntil_time:
        'Is a time that does not exist: not in the calendar, or skipped when the clocks change.',
    });
    const turned = await save({
      onSaleFrom_day: '2034-05-02',
      onSaleFrom_time: '10:00',
      onSaleUntil_day: '2034-05-01',
      onSaleUntil_time: '10:00',
    });
    expect(turned.problem?.errors).toEqual({ onSaleUntil_day: 'Is not after the start of sale.' });
  });

  test('an academy concert has no sale', async () => {
    const made = await publishConcert(editor);
    await editor.run('concert:save', { id: made, part: '', academy: '1' });
    const { problem } = await office.run('sale:save', { ...saleForm, id: made });
    expect(problem).toMatchObject({
      status: 422,
      errors: { academy: expect.any(String) as string },
    });
  });

  test('of two people, the second one sees what is stored now; at the same moment, one is told', async () => {
    const version = await versionOf();
    expect((await save({ version, quantity: '30' }, admin)).problem).toBeNull();
    const { problem } = await save({ version, quantity: '40' });
    expect(problem).toMatchObject({
      status: 409,
      errors: { quantity: 'Stored now: “30”.' },
    });
    expect((await save({ version: problem?.version, quantity: '40' })).problem).toBeNull();
    const now = await versionOf();
    const both = await Promise.all(
      ['50', '60', '70'].map((quantity) => save({ version: now, quantity })),
    );
    expect(both.map((each) => each.problem?.status ?? 303).toSorted((a, b) => a - b)).toEqual([
      303, 409, 409,
    ]);
  });

  test('undo brings the sale of the version before back', async () => {
    const { output } = await save({ quantity: '50', 'type-2-quota': '' });
    const undo = { id, part: 'sale', undo: String(output?.['before']) };
    expect((await office.run('sale:save', undo)).problem).toBeNull();
    expect(await readSaleOf()).toMatchObject({ quantity: 20, quotas: { school: 6 } });
    expect((await office.run('sale:save', undo)).problem).toMatchObject({ status: 409 });
  });

  test('undo takes a new sale away, also one with a type that is sold with another only', async () => {
    const made = await publishConcert(editor);
    const swapped = { 'type-1-kind': 'school', 'type-2-kind': 'full', 'type-2-onlyWith': 'school' };
    const { output } = await save({ id: made, ...swapped });
    const undo = { id: made, part: 'sale', undo: String(output?.['before']) };
    expect((await office.run('sale:save', undo)).problem).toBeNull();
    expect(await office.query('concert:page', { id: made })).toMatchObject({ sale: null });
  });

  test('only administrators and the office change a sale; an editor may stop it', async () => {
    for (const name of ['sale:save', 'sale:start', 'sale:schedule'] as const) {
      const { problem } = await editor.run(name, { ...saleForm, id, concert: [String(id)] });
      expect(problem?.status).toBe(403);
    }
    await editor.run('concert:save', { id, part: '', quantity: '999', 'type-1-price': '1' });
    expect(await readSaleOf()).toMatchObject({ quantity: 20, prices: { full: 36.5 } });
    expect((await editor.run('sale:stop', { concert: [String(id)] })).problem).toBeNull();
  });
});

describe('what people have', () => {
  test('capacity, quota and what is sold elsewhere never fall below it', async () => {
    await accepted(new Buyer(shop).add(concert, { quantity: 3 }));
    await accepted(new Buyer(shop).add(concert, { type: 1, quantity: 2 }));
    const text = (n: number) => `At least ${n}: so many are sold or in a cart.`;
    expect((await save({ quantity: '8' })).problem).toMatchObject({
      status: 422,
      errors: { quantity: text(9) },
    });
    expect((await save({ presold: '16' })).problem?.errors).toEqual({ quantity: text(21) });
    expect((await save({ 'type-2-quota': '1' })).problem?.errors).toEqual({
      'type-2-quota': text(2),
    });
    expect((await save({ quantity: '9', presold: '4', 'type-2-quota': '2' })).problem).toBeNull();
    expect((await new Buyer(shop).add(concert)).status).toBe(409);
  });

  test('lowering the capacity while people buy sells no place twice', async () => {
    for (let round = 0; round < 5; round++) {
      await save({ quantity: '20' });
      const buyers = Array.from({ length: 12 }, () => new Buyer(shop).add(concert));
      const [saved, ...added] = await Promise.all([save({ quantity: '8' }), ...buyers]);
      const { rows } = await pool.query<{ quantity: number; taken: number }>(
        'select quantity, sold + held as taken from stock where product_id = $1',
        [concert.productId],
      );
      const [stock] = rows;
      expect(stock?.taken).toBeLessThanOrEqual(stock?.quantity ?? 0);
      expect(saved.problem === null ? 8 : 20).toBe(stock?.quantity);
      expect(added.every(({ status }) => status === 200 || status === 409)).toBe(true);
      await pool.query(
        `update cart set expires_at = now(), release_at = now() where id in
           (select cart_id from hold where product_id = $1)`,
        [concert.productId],
      );
    }
  });

  test('a type that somebody holds is not removed, but no longer offered; its holder may pay', async () => {
    const buyer = new Buyer(shop);
    await buyer.checkOut(concert, { type: 1, quantity: 1 });
    const without = Object.fromEntries(
      Object.entries(saleForm).filter(([name]) => !name.startsWith('type-2-')),
    );
    const { problem } = await office.run('sale:save', { ...without, id });
    expect(problem).toMatchObject({
      status: 422,
      errors: { 'type-add': expect.stringContaining('cannot be removed') as string },
    });
    const gone = { ...saleForm, id, 'type-2-offered': undefined };
    expect((await office.run('sale:save', gone)).problem).toBeNull();
    expect((await new Buyer(shop).add(concert, { type: 1 })).status).toBe(422);
    await expect.poll(() => readConcert()).not.toContain(`"id":${concert.types[1]},`);
    await accepted(buyer.initiate());
    buyer.pay();
    await accepted(buyer.complete());
  });

  test('a type that is removed, or no longer offered, while somebody adds it is refused to them', async () => {
    const without = Object.entries(saleForm).filter(([name]) => !name.startsWith('type-2-'));
    for (const changed of [
      { ...saleForm, 'type-2-offered': undefined },
      Object.fromEntries(without),
    ]) {
      const stock = await pool.connect();
      const countWaiting = async () =>
        (
          await pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount;
      await stock.query('begin');
      await stock.query('select from stock where product_id = $1 for update', [concert.productId]);
      const saved = office.run('sale:save', { ...changed, id });
      await expect.poll(countWaiting).toBe(1);
      const added = new Buyer(shop).add(concert, { type: 1 });
      await expect.poll(countWaiting).toBe(2);
      await stock.query('commit');
      stock.release();
      expect((await saved).problem).toBeNull();
      expect((await added).status).toBe(422);
      await save({});
    }
  });

  test('a new price is confirmed first; it counts for carts, and open payments keep theirs', async () => {
    const [paying, shopping] = [new Buyer(shop), new Buyer(shop)];
    await paying.checkOut(concert);
    await accepted(paying.initiate());
    await accepted(shopping.add(concert));
    const asked = await save({ 'type-1-price': '40' });
    expect(asked.problem).toMatchObject({
      status: 422,
      errors: { prices: 'Please confirm the changed prices.' },
    });
    expect(await readSaleOf()).toMatchObject({ prices: { full: 36.5 } });
    const confirmed = await save({ 'type-1-price': '40', prices: 'full:36.5-40' });
    expect(confirmed.problem).toBeNull();
    expect((await shopping.cart()).body.data?.total_price).toBe(40);
    paying.pay();
    await accepted(paying.complete());
    const { rows } = await pool.query<{ cents: number }>(
      `select price_cents as cents from ticket where product_id = $1`,
      [concert.productId],
    );
    expect(rows).toEqual([{ cents: 3650 }]);
    await accepted(shopping.details());
    await accepted(shopping.delivery('boxoffice'));
    expect((await accepted(shopping.initiate())).body.amount).toBe(40);
  });

  test('a price that changes while people go to payment: each pays what their checkout says', async () => {
    const buyers = Array.from({ length: 6 }, () => new Buyer(shop));
    for (const buyer of buyers) await buyer.checkOut(concert);
    const [, ...started] = await Promise.all([
      save({ 'type-1-price': '41', prices: 'full:36.5-41' }),
      ...buyers.map((buyer) => buyer.initiate()),
    ]);
    for (const [index, { status, body }] of started.entries()) {
      expect(status).toBe(200);
      expect([36.5, 41]).toContain(body.amount);
      const buyer = buyers[index];
      buyer?.pay();
      await accepted(buyer?.complete() ?? Promise.reject(new Error('no buyer')));
    }
    const { rows } = await pool.query<{ differ: number }>(
      `select count(*)::integer as differ from checkout c
       where c.amount_cents <> c.delivery_cents + (
         select sum(l.quantity * l.price_cents) from checkout_line l where l.checkout_id = c.id)`,
    );
    expect(rows).toEqual([{ differ: 0 }]);
  });
});

describe('start and stop', () => {
  const all = () => ({ concert: [String(id)] });

  test('a stopped sale takes no more tickets; carts keep theirs, and an open payment finishes', async () => {
    const [paying, holding] = [new Buyer(shop), new Buyer(shop)];
    await paying.checkOut(concert);
    await accepted(paying.initiate());
    await accepted(holding.add(concert, { quantity: 2 }));
    const stopped = await office.run('sale:stop', all());
    expect(stopped.output).toMatchObject({ count: 1 });
    expect((await new Buyer(shop).add(concert)).status).toBe(422);
    expect((await holding.cart()).body.data?.items).toHaveLength(1);
    paying.pay();
    await accepted(paying.complete());
    const undo = { undo: stopped.output?.['undo'] };
    expect((await office.run('sale:stop', undo)).problem).toBeNull();
    await accepted(new Buyer(shop).add(concert));
    expect((await office.run('sale:stop', undo)).problem).toMatchObject({ status: 409 });
  });

  test('stopping while people add tickets leaves each with a hold or a refusal', async () => {
    const buyers = Array.from({ length: 10 }, () => new Buyer(shop));
    const [stopped, ...added] = await Promise.all([
      office.run('sale:stop', all()),
      ...buyers.map((buyer) => buyer.add(concert)),
    ]);
    expect(stopped.problem).toBeNull();
    const held = added.filter(({ status }) => status === 200).length;
    expect(added.filter(({ status }) => status === 422)).toHaveLength(10 - held);
    const { rows } = await pool.query('select held from stock where product_id = $1', [
      concert.productId,
    ]);
    expect(rows).toEqual([{ held }]);
    expect((await new Buyer(shop).add(concert)).status).toBe(422);
  });

  test('several are stopped at once, those not on sale stay as they are; none ticked is said', async () => {
    const first = id;
    id = await publishConcert(editor);
    expect((await save({})).problem).toBeNull();
    const both = await office.run('sale:stop', { concert: [String(first), String(id)] });
    expect(both.output).toMatchObject({ count: 1 });
    expect((await office.run('sale:stop', { concert: [String(id)] })).output).toMatchObject({
      isUnchanged: true,
    });
    const stateOf = async (concertId: number) =>
      (await office.query('concert:page', { id: concertId })).sale?.state;
    expect([await stateOf(first), await stateOf(id)]).toEqual(['stopped', 'not-started']);
    expect((await office.run('sale:stop', {})).problem?.errors).toEqual({
      concert: 'Please tick at least one concert.',
    });
  });
});
