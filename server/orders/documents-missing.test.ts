import { expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { hasPoppler, textOf } from '#test/pdf.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countTasks } from '../today/list-tasks.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');

/** An order of last year, whose documents exist. */
async function buyLastYear() {
  const concert = await createConcert(pool, { quantity: 5 });
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'onlineticket' });
  await shop.runJobs('make-documents');
  await pool.query(
    `update orders set created_at = created_at - interval '1 year' where order_no = $1`,
    [orderNo],
  );
  return orderNo;
}

/** The orders of the list, after Today counted the same number. */
async function listMissing(): Promise<string[]> {
  const { rows } = await office.query('order:list', { state: 'documents-missing' });
  const [task] = await countTasks(pool, ['documents-late']);
  expect(task?.count ?? 0).toBe(rows.length);
  return rows.map((row) => row.orderNo);
}

test('documents are being made right after the payment, and missing half an hour later', async () => {
  const concert = await createConcert(pool, { quantity: 5 });
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'onlineticket' });
  const states = async () => {
    const { documents } = await office.query('order:page', { orderNo });
    return documents.map(({ id, isLate }) => (id !== null ? 'made' : isLate ? 'late' : 'due'));
  };
  expect(await states()).toEqual(['due', 'due', 'due']);
  await pool.query(
    `update orders set created_at = created_at - interval '31 minutes' where order_no = $1`,
    [orderNo],
  );
  expect(await states()).toEqual(['late', 'late', 'late']);
  await shop.runJobs('make-documents');
  expect(await states()).toEqual(['made', 'made', 'made']);
});

test('a reissued ticket of an old order is missing 30 minutes after the reissue', async () => {
  const orderNo = await buyLastYear();
  const { tickets } = await office.query('order:page', { orderNo });
  const ticket = tickets[0]?.id ?? 0;
  const reissued = await office.run('order:reissue', { orderNo, ticket: String(ticket) });
  expect(reissued.problem).toBeNull();
  expect(await listMissing()).toEqual([]);
  await pool.query(
    `update ticket set voided_at = voided_at - interval '31 minutes' where id = $1`,
    [ticket],
  );
  expect(await listMissing()).toEqual([orderNo]);
  await shop.runJobs('make-documents');
  expect(await listMissing()).toEqual([]);
});

test.each(['recent', 'old with a job'])('a cancellation is missing, %s', async (kind) => {
  const orderNo = await buyLastYear();
  const insert = async (age: string) =>
    await pool.query<{ id: string }>(
      `insert into invoice (order_id, series, year, number, amount_cents, issued_at)
       select id, 'cancellation', 2000, nextval('missing')::integer, 100, now() - $2::interval from orders
       where order_no = $1 returning id`,
      [orderNo, age],
    );
  await pool.query('create sequence if not exists missing');
  await insert('29 minutes');
  expect(await listMissing()).not.toContain(orderNo);
  const { rows } = await insert(kind === 'recent' ? '31 minutes' : '40 days');
  if (kind !== 'recent') await pool.query('select enqueue_cancellation($1)', [rows[0]?.id]);
  expect(await listMissing()).toContain(orderNo);
});

test.runIf(hasPoppler)(
  'the documents of void tickets say so, and a reissued ticket keeps its number',
  async () => {
    const concert = await createConcert(pool, { quantity: 5 });
    const { orderNo } = await buyOrder(shop, concert);
    await shop.runJobs('make-documents');
    const { tickets } = await office.query('order:page', { orderNo });
    const [first, second] = tickets.map(({ id }) => String(id));
    await office.run('order:reissue', { orderNo, ticket: first });
    await shop.runJobs('make-documents');
    await office.run('order:refund', { orderNo, ticket: second, reason: 'ill' });
    const { documents, timeline } = await office.query('order:page', { orderNo });
    const ofTickets = documents.filter(({ name }) => name.startsWith('Karte'));
    expect(ofTickets.map(({ name, voidState }) => [name, voidState])).toEqual([
      [`Karte-${orderNo}-1.pdf`, 'replaced'],
      [`Karte-${orderNo}-2.pdf`, 'void'],
      [`Karte-${orderNo}-1.pdf`, null],
    ]);
    const made = timeline.filter(({ detail }) => detail.startsWith('Karte'));
    expect(made.map(({ detail }) => detail).toSorted()).toEqual(
      ofTickets.map(({ name }) => name).toSorted(),
    );
    const read = async (id: number | null) => {
      const { bytes, filename } = await office.query('order:document', { orderNo, id: id ?? 0 });
      return `${filename} ${textOf(bytes).includes('Ungültig') ? 'void' : 'valid'}`;
    };
    expect(await Promise.all(ofTickets.map(({ id }) => read(id)))).toEqual([
      `Karte-${orderNo}-1.pdf void`,
      `Karte-${orderNo}-2.pdf void`,
      `Karte-${orderNo}-1.pdf valid`,
    ]);
  },
);
