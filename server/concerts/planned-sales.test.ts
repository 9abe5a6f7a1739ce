import { beforeEach, describe, expect, test } from 'vitest';
import { berlinDate, berlinTime } from '#contract/berlin-time.ts';
import { accepted, Buyer, type ConcertTickets } from '#test/buyer.ts';
import { publishConcert, saleForm } from '#test/concert-form.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listTasks } from '../today/list-tasks.ts';
import { runPlannedSales } from './planned-sales.ts';

const database = await createTestDatabase('demo');
const shop = await openShop({ database });
const { pool } = shop;
const office = await openTestOffice(database, 'office');
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
beforeEach(async () => {
  id = await publishConcert(editor);
  expect((await save({})).problem).toBeNull();
  expect((await office.run('sale:start', { concert: [String(id)] })).problem).toBeNull();
  concert = await readTickets();
  return async () => expect(await drain(shop)).toEqual([]);
});

describe('planned sales', () => {
  const inMinutes = (minutes: number) => {
    const moment = new Date(Date.now() + minutes * 60_000);
    return { onSaleFrom_day: berlinDate(moment), onSaleFrom_time: berlinTime(moment) };
  };
  const schedule = (minutes: number, concerts = [String(id)]) =>
    office.run('sale:schedule', { concert: concerts, ...inMinutes(minutes) });
  const comeDue = (column: 'on_sale_from' | 'on_sale_until', minutes: number) =>
    pool.query(`update concert set ${column} = now() - make_interval(mins => $2) where id = $1`, [
      id,
      minutes,
    ]);

  beforeEach(async () => {
    await office.run('sale:stop', { concert: [String(id)] });
  });

  test('a sale starts once at its moment, also with two processes; visitors read when', async () => {
    expect((await schedule(60)).problem).toBeNull();
    expect(await office.query('concert:page', { id })).toMatchObject({
      sale: { state: 'planned' },
    });
    const buyer = new Buyer(shop);
    const planned = inMinutes(60);
    await expect
      .poll(() => readConcert())
      .toContain(`"on_sale_from":"${planned.onSaleFrom_day}T${planned.onSaleFrom_time}:00`);
    expect(await runPlannedSales(pool)).toBe(0);
    await comeDue('on_sale_from', 1);
    const runs = await Promise.all([runPlannedSales(pool), runPlannedSales(pool)]);
    expect(runs.toSorted()).toEqual([0, 1]);
    await accepted(buyer.add(concert));
    expect(await readSaleOf()).toMatchObject({ onSale: true });
    const { rows } = await pool.query<{ after: object }>(
      `select after from audit_event where thing_id = $1::text and command = 'sale:start' and actor_name = 'Shop'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.after).not.toHaveProperty('lateMinutes');
  });

  test('a moment typed with spaces is the one without', async () => {
    const typed = { onSaleFrom_day: '2034-05-01 ', onSaleFrom_time: ' 10:00' };
    const planned = await office.run('sale:schedule', { concert: [String(id)], ...typed });
    expect(planned.problem).toBeNull();
    expect(await readSaleOf()).toMatchObject({ onSaleFrom: '2034-05-01 10:00' });
  });

  test('a shop that was down starts late, and Today says so', async () => {
    await schedule(60);
    await comeDue('on_sale_from', 47);
    expect(await runPlannedSales(pool)).toBe(1);
    const tasks = await listTasks(pool, 'en');
    expect(tasks.filter(({ key }) => key === 'sale-late')).toContainEqual({
      key: 'sale-late',
      count: 47,
      concert: { id, title: 'Serenade' },
    });
  });

  test('a sale ends at its planned moment', async () => {
    await save({ onSaleUntil_day: '2034-05-01', onSaleUntil_time: '10:00' });
    await office.run('sale:start', { concert: [String(id)] });
    expect(await readSaleOf()).toMatchObject({ onSale: true, onSaleUntil: '2034-05-01 10:00' });
    await comeDue('on_sale_until', 0);
    expect(await runPlannedSales(pool)).toBe(1);
    expect(await readSaleOf()).not.toHaveProperty('onSaleUntil');
    expect((await new Buyer(shop).add(concert)).status).toBe(422);
  });

  test('a sale that ends with the start follows it, and comes back with it', async () => {
    await pool.query(
      `update concert_version set document = jsonb_set(document::jsonb, '{sale,onSaleUntil}', document::jsonb->'start')::json
       where concert_id = $1`,
      [id],
    );
    const saved = await editor.run('concert:save', { id, part: 'details', start_time: '19:00' });
    expect(saved.problem).toBeNull();
    expect(await readSaleOf()).toMatchObject({ onSaleUntil: '2025-08-23 19:00' });
    const { rows } = await pool.query<{ same: boolean }>(
      'select on_sale_until = starts_at as same from concert where id = $1',
      [id],
    );
    expect(rows).toEqual([{ same: true }]);
    const { before, version } = saved.output ?? {};
    await editor.run('concert:restore', { id, number: before, version, undo: '1' });
    expect(await readSaleOf()).toMatchObject({ onSaleUntil: '2025-08-23 21:00' });
    await save({ onSaleUntil_day: '2034-05-01', onSaleUntil_time: '10:00' });
    await editor.run('concert:save', { id, part: 'details', start_time: '19:00' });
    expect(await readSaleOf()).toMatchObject({ onSaleUntil: '2034-05-01 10:00' });
  });

  test('starting or stopping by hand clears the plan', async () => {
    await schedule(60);
    await office.run('sale:start', { concert: [String(id)] });
    expect(await readSaleOf()).not.toHaveProperty('onSaleFrom');
    await office.run('sale:stop', { concert: [String(id)] });
    await schedule(60);
    const stopped = await office.run('sale:stop', { concert: [String(id)] });
    expect(await readSaleOf()).not.toHaveProperty('onSaleFrom');
    await office.run('sale:stop', { undo: stopped.output?.['undo'] });
    expect(await readSaleOf()).toHaveProperty('onSaleFrom');
  });

  test('a concert that is withdrawn waits', async () => {
    await schedule(60);
    await editor.run('concert:withdraw', { id });
    await comeDue('on_sale_from', 1);
    expect(await runPlannedSales(pool)).toBe(0);
    await editor.run('concert:publish', { id });
    expect(await runPlannedSales(pool)).toBe(1);
  });

  test('one moment for many, all or none', async () => {
    const first = id;
    id = await publishConcert(editor);
    const named = [String(first), String(id)];
    expect((await schedule(60, named)).problem).toMatchObject({
      status: 422,
      errors: { concert: 'Serenade: Has no sale yet.' },
    });
    expect((await office.query('concert:page', { id: first })).onSaleFrom).toBeNull();
    await save({});
    expect((await schedule(60, named)).output).toMatchObject({ count: 2 });
    expect((await schedule(-60, named)).problem?.errors).toEqual({
      onSaleFrom_day: 'Is not in the future.',
    });
    expect((await office.run('sale:schedule', { concert: named })).problem?.errors).toHaveProperty(
      'onSaleFrom_day',
    );
    await office.run('sale:start', { concert: [String(id)] });
    expect((await schedule(90, named)).problem?.errors['concert']).toContain('Serenade: ');
  });
});
