import { expect, test } from 'vitest';
import { toConcertEntries } from '#contract/office/concert-entries.ts';
import { Buyer } from '#test/buyer.ts';
import { createTestDatabase, testLog } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { openTestOffice } from '#test/office.ts';
import { createPaidOrder } from '#test/orders.ts';
import { openShop } from '#test/shop/open-shop.ts';

testLog.level = 'fatal';
const database = await createTestDatabase('demo');
const shop = await openShop({ database });
const { pool } = database;
const admin = await openTestOffice(shop, 'admin');
const editor = await openTestOffice(shop, 'editor');

/** The details' form of a concert, opened now, with another day. */
async function openForm(slug: string, day: string) {
  const { rows } = await pool.query<{ id: number }>('select id from concert where slug = $1', [
    slug,
  ]);
  const id = rows[0]?.id ?? 0;
  const { document, version } = await admin.query('concert:document', { id });
  const input = { id, version, part: 'details', ...toConcertEntries(document), start_day: [day] };
  return { id, version, document, input };
}

const buy = (slug: string, email: string | null, language: 'de' | 'en' = 'de') =>
  createPaidOrder(database, { lines: [[slug, 'full', 2]], email, language });

/** The run of a move begins, and its jobs end. */
async function finish(run: unknown): Promise<void> {
  await admin.run('run:start', { id: String(run) });
  await shop.runJobs('step-run-item', 'make-documents', 'cancel-payment');
}

const documentsOf = async (orderId: number) => {
  const { rows } = await pool.query<{ moves: number }>(
    `select moves from document where order_id = $1 and kind = 'ticket' order by id`,
    [orderId],
  );
  return rows.map(({ moves }) => moves);
};

const mailsTo = async (address: string) =>
  (await emailsTo(database, address)).filter(({ kind }) => kind === 'concert-changed');

test('details with another start are refused while tickets are valid', async () => {
  const { input } = await openForm('jupiter', '2025-08-11');
  await buy('jupiter', 'a@example.org');
  const asEditor = await editor.run('concert:save', input);
  expect(asEditor.problem).toMatchObject({
    status: 409,
    message: 'Please have an administrator save this.',
  });
  const asAdmin = await admin.run('concert:save', input);
  expect(asAdmin.problem).toMatchObject({ status: 422, errors: { move: expect.any(String) } });
  expect((await editor.run('concert:move', { ...input, mail: 'no' })).problem?.status).toBe(403);
  const unanswered = await admin.run('concert:move', input);
  expect(unanswered.problem).toMatchObject({ status: 422, errors: { mail: expect.any(String) } });
  const title = await editor.run('concert:save', {
    ...input,
    start_day: toConcertEntries((await openForm('jupiter', '')).document)['start_day'],
    title_en: 'Jupiter again',
  });
  expect(title.problem).toBeNull();
});

test('a moved concert keeps its tickets, which have new PDFs; each address gets one mail', async () => {
  const { id, input, document } = await openForm('fuenf-winde', '2025-08-12');
  const first = await buy('fuenf-winde', 'b@example.org');
  const second = await buy('fuenf-winde', 'B@example.org', 'en');
  await shop.runJobs('make-documents');
  const codes = await pool.query('select id, voided_at from ticket order by id');
  const moved = await admin.run('concert:move', {
    ...input,
    mail: 'yes',
    reason_de: 'Der Saal wird saniert.',
    reason_en: 'The hall is being restored.',
  });
  expect(moved.problem).toBeNull();
  await finish(moved.output?.['run']);
  expect((await pool.query('select id, voided_at from ticket order by id')).rows).toEqual(
    codes.rows,
  );
  expect(await documentsOf(first.orderId)).toEqual([0, 0, 1, 1]);
  expect(await documentsOf(second.orderId)).toEqual([0, 0, 1, 1]);
  const mails = await mailsTo('B@example.org');
  expect(mails).toMatchObject([{ language: 'en' }]);
  expect(await mailsTo('b@example.org')).toHaveLength(0);
  const email = mails[0]?.email;
  expect(email?.subject).toMatch(/^Changed: .* on /);
  expect(email?.paragraphs).toContain('The hall is being restored.');
  expect(email?.sections?.[0]?.lines).toEqual([
    expect.stringMatching(/^Before: /),
    expect.stringMatching(/^New: .*12\sAugust\s2025/),
  ]);
  expect(email?.attachments?.[0]).toMatchObject({
    filename: `Date-${id}.ics`,
    content: expect.stringContaining(`UID:concert-${id}@`) as string,
  });
  expect(await movesOfLinks(second.orderId)).toEqual([1, 1]);
  expect(await postponedFrom(id)).toContain(document.start.replace(' ', 'T'));
  // visitors knew the first start
  const again = (await openForm('fuenf-winde', '2025-08-14')).input;
  expect((await admin.run('concert:move', { ...again, mail: 'no' })).problem).toBeNull();
  expect(await postponedFrom(id)).toContain(document.start.replace(' ', 'T'));
});

async function postponedFrom(id: number): Promise<unknown> {
  shop.deps.catalogue.markStale();
  const response = await fetch(`${shop.url}/concert/${id}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return data['postponed_from'];
}

/** How often the concert was moved that the PDFs behind an order's links state. */
async function movesOfLinks(orderId: number): Promise<number[]> {
  const { documents } = await admin.query('order:page', { orderNo: await orderNoOf(orderId) });
  const { rows } = await pool.query<{ moves: number }>(
    `select moves from document where kind = 'ticket' and id = any ($1)`,
    [documents.map((each) => each.id)],
  );
  return rows.map(({ moves }) => moves);
}

async function orderNoOf(orderId: number): Promise<string> {
  const { rows } = await pool.query<{ order_no: string }>(
    'select order_no from orders where id = $1',
    [orderId],
  );
  return rows[0]?.order_no ?? '';
}

test('a move is taken back within the minute; nobody is told', async () => {
  const { id, input, document } = await openForm('jupiter', '2025-08-13');
  await buy('jupiter', 'c@example.org');
  const moved = await admin.run('concert:move', { ...input, mail: 'yes' });
  const run = String(moved.output?.['run']);
  expect((await admin.run('run:undo', { id: run })).problem).toBeNull();
  expect((await admin.query('concert:document', { id })).document.start).toBe(document.start);
  const { rows } = await pool.query('select postponed_from from concert where id = $1', [id]);
  expect(rows).toEqual([{ postponed_from: null }]);
  await shop.runJobs('step-run-item');
  expect(await mailsTo('c@example.org')).toEqual([]);
});

test('what another editor has saved meanwhile stops a move, and its undo', async () => {
  const { id, input, document } = await openForm('jupiter', '2025-08-14');
  await editor.run('concert:save', { id, part: '', duration: '61' });
  expect((await admin.run('concert:move', { ...input, mail: 'no' })).problem?.status).toBe(409);
  const again = await openForm('jupiter', '2025-08-14');
  const moved = await admin.run('concert:move', { ...again.input, mail: 'no' });
  await editor.run('concert:save', { id, part: '', duration: '62' });
  const undo = await admin.run('run:undo', { id: String(moved.output?.['run']) });
  expect(undo.problem?.status).toBe(409);
  const earlier = await admin.run('concert:restore', { id, number: again.version });
  expect(earlier.problem?.status).toBe(409);
  expect(document.start).not.toBe('2025-08-14');
});

test('an open payment with such a ticket is ended', async () => {
  const { rows } = await pool.query<{ id: number; productId: number; types: number[] }>(
    `select c.id, p.id as "productId", array(select t.id from ticket_type t where t.product_id = p.id order by t.position) as types
     from concert c join product p on p.concert_id = c.id where c.slug = 'jupiter'`,
  );
  const [concert] = rows;
  if (concert === undefined) throw new Error('jupiter is not sold');
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, { quantity: 1 });
  const { input } = await openForm('jupiter', '2025-08-15');
  const moved = await admin.run('concert:move', { ...input, mail: 'no' });
  await finish(moved.output?.['run']);
  const intent = shop.sandbox.faults.intents().find((each) => each.id === buyer.intent);
  expect(intent?.status).toBe('canceled');
  expect((await buyer.initiate()).status).toBe(200);
  expect(await mailsTo('a@example.org')).toEqual([]);
});
