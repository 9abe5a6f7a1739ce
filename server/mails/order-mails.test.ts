import { expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listTasks } from '../today/list-tasks.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
const concert = await createConcert(pool, { quantity: 20 });

/** An order whose confirmation the recipient's server has refused, with the mail's id. */
async function buyUnreachable(): Promise<{ orderNo: string; id: string }> {
  const details = { email: 'tipfehler@example.org', last_name: 'Wieck' };
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, details });
  await shop.runJobs('make-documents');
  await refuseMails();
  const { rows } = await office.query('mail:list', { q: orderNo });
  return { orderNo, id: String(rows[0]?.id) };
}

const refuseMails = () =>
  pool.query(`update mail set attempts = 1, last_error = '550 unknown', bounced_at = now()
    where bounced_at is null`);
const countRefused = async () =>
  (await listTasks(pool, 'en')).find(({ key }) => key === 'mail-refused')?.count ?? 0;

async function correctContact(orderNo: string, email: string): Promise<void> {
  const contact = { orderNo, name: 'Clara Wieck', email, language: 'en' };
  expect((await office.run('order:contact', contact)).problem).toBeNull();
}

const newest = async () =>
  (await pool.query('select recipient, language from mail order by id desc limit 1')).rows[0];

test('an order whose mails were sent again to a corrected address is no task any more', async () => {
  const { orderNo } = await buyUnreachable();
  await office.run('order:resend', { orderNo });
  // also the copy
  await refuseMails();
  expect(await countRefused()).toBe(1);
  await correctContact(orderNo, 'clara@example.org');
  expect((await office.run('order:resend', { orderNo })).output).toMatchObject({ mails: 1 });
  expect(await countRefused()).toBe(0);
  const { rows } = await office.query('mail:list', { q: orderNo });
  expect(rows.map(({ state, isHandled }) => [state, isHandled])).toEqual([
    ['waiting', false],
    ['refused', true],
    ['refused', true],
  ]);
  // a refused copy is a task again
  await refuseMails();
  expect(await countRefused()).toBe(1);
  await office.run('order:resend', { orderNo });
});

test('mails that no longer apply are neither sent again nor counted', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  await shop.runJobs('make-documents');
  // the first new ticket is void by now, too
  for (const _ of ['first', 'second']) {
    const { tickets } = await office.query('order:page', { orderNo });
    const ticket = String(tickets.find(({ state }) => state === 'valid')?.id);
    expect((await office.run('order:reissue', { orderNo, ticket })).problem).toBeNull();
    await shop.runJobs('make-documents');
  }
  const resend = async () => (await office.run('order:resend', { orderNo })).output?.['mails'];
  expect(await resend()).toBe(2);
  await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
  await shop.runJobs('make-cancellation');
  expect(await resend()).toBe(1);
  const { rows } = await pool.query<{ kind: string }>(
    `select m.kind from mail m join orders o on o.id = (m.facts->>'orderId')::bigint
     where o.order_no = $1 and m.event_key like 'resend-%' order by m.id`,
    [orderNo],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'order-confirmation',
    'ticket-reissued',
    'order-cancelled',
  ]);
});

test('a cancelled order that had no address has no mail to send', async () => {
  const { orderNo } = await buyOrder(shop, concert, {
    method: 'boxoffice',
    quantity: 1,
    details: { email: null },
  });
  await shop.runJobs('make-documents');
  await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
  await shop.runJobs('make-cancellation');
  const { problem } = await office.run('order:resend', { orderNo, to: 'late@example.org' });
  expect(problem).toMatchObject({
    status: 409,
    message: /No mail about this order applies any more/,
  });
});

test('a mail of an order is sent again to the present contact, or to the address given', async () => {
  const { orderNo, id } = await buyUnreachable();
  await correctContact(orderNo, 'clara@example.org');
  expect((await office.run('mail:resend', { id, to: '' })).problem).toBeNull();
  expect(await newest()).toEqual({ recipient: 'clara@example.org', language: 'en' });
  expect((await office.query('mail:page', { id: Number(id) })).isHandled).toBe(true);
  await office.run('mail:resend', { id, to: 'other@example.org' });
  expect(await newest()).toMatchObject({ recipient: 'other@example.org' });
  await correctContact(orderNo, '');
  expect((await office.run('mail:resend', { id })).problem?.status).toBe(409);
});

test('a mail without an order is sent again to its own address', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into mail (kind, recipient, language, event_key)
     values ('staff-locked', 'ida@example.org', 'de', 'locked') returning id`,
  );
  expect((await office.run('mail:resend', { id: String(rows[0]?.id) })).problem).toBeNull();
  expect(await newest()).toEqual({ recipient: 'ida@example.org', language: 'de' });
});

test('a daily programme never goes to another address: its links are the subscriber’s own', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into mail (kind, recipient, language, event_key, facts)
     values ('daily-programme', 'ida@example.org', 'de', 'daily', $1) returning id`,
    [await subscribeToConcert()],
  );
  const id = String(rows[0]?.id);
  const { problem } = await office.run('mail:resend', { id, to: 'other@example.org' });
  expect(problem).toMatchObject({ status: 409, message: /personal link/ });
  expect((await office.run('mail:resend', { id })).problem).toBeNull();
});

test.each([
  ['contact-reply', { replyId: 999999 }],
  ['staff-invitation', { invitationId: 999999 }],
  ['newsletter-confirmation', { subscriptionId: 999999, generation: 1 }],
  ['email-verification', { accountId: 999999 }],
])('a mail %s whose reason is gone is not sent again', async (kind, facts) => {
  const { id, isObsolete } = await previewOf(kind, facts);
  // writing a verification mail stores a token, so the page does not write it
  expect(isObsolete).toBe(kind !== 'email-verification');
  const { problem } = await office.run('mail:resend', { id: String(id) });
  expect(problem).toMatchObject({ status: 409, message: /the reason for it no longer applies/ });
  const copies = await pool.query('select from mail where event_key like $1', [`resend-${id}-%`]);
  expect(copies.rowCount).toBe(0);
});

test('all refused mails are sent again at once, except those that are dealt with', async () => {
  const { id } = await buyUnreachable();
  const other = await buyUnreachable();
  await office.run('mail:drop', { id });
  await pool.query('update mail set handled_at = now() where bounced_at is not null and id < $1', [
    id,
  ]);
  expect((await office.query('mail:list', {})).hasOpenRefusals).toBe(true);
  expect((await office.run('mail:retry-refused', {})).output).toEqual({ mails: 1 });
  const stateOf = async (mail: string) =>
    (await office.query('mail:page', { id: Number(mail) })).state;
  expect([await stateOf(id), await stateOf(other.id)]).toEqual(['refused', 'waiting']);
  expect((await office.query('mail:list', {})).hasOpenRefusals).toBe(false);
  expect((await office.run('mail:retry-refused', {})).output).toMatchObject({ mails: 0 });
});

test('the timeline of an order names who sent, tried and dropped its mails', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  await shop.runJobs('make-documents');
  const { rows } = await office.query('mail:list', { q: orderNo });
  const id = String(rows[0]?.id);
  await office.run('mail:retry', { id });
  await office.run('mail:drop', { id });
  await office.run('mail:drop', { id, undo: '1' });
  await office.run('mail:resend', { id });
  const { timeline } = await office.query('order:page', { orderNo });
  const detail = 'order-confirmation';
  const actor = 'Vera Prüfer';
  expect(timeline.filter(({ what }) => what.startsWith('mail:'))).toMatchObject([
    { what: 'mail:retry', detail, actor },
    { what: 'mail:drop', detail, actor },
    { what: 'mail:drop', detail: `${detail}, undone`, actor },
    { what: 'mail:resend', detail, actor },
  ]);
});

test.each([
  ['staff-locked', {}],
  ['staff-credentials', {}],
  ['password-changed', {}],
  ['daily-programme', {}],
])('a mail %s has a preview without its links', async (kind, facts) => {
  const page = await previewOf(kind, facts);
  expect(page.isPersonal).toBe(false);
  expect(page.preview?.text).toMatch(/\w/);
  expect(page.preview?.html).not.toMatch(/href=/);
});

test.each([
  ['staff-invitation', { invitationId: 1 }],
  ['password-reset', {}],
  ['password-changed', { changeId: 1 }],
  ['email-changed', { changeId: 1 }],
  ['email-verification', { accountId: 1 }],
  ['newsletter-confirmation', { subscriptionId: 1, generation: 1 }],
])('a mail %s with a link for its recipient only is not shown', async (kind, facts) => {
  expect(await previewOf(kind, facts)).toMatchObject({ isPersonal: true, preview: null });
});

/** The page of a mail of this kind; a daily programme is about the concert. */
async function previewOf(kind: string, facts: object) {
  const daily = kind === 'daily-programme' ? await subscribeToConcert() : {};
  const { rows } = await pool.query<{ id: number }>(
    `insert into mail (kind, recipient, language, event_key, facts)
     values ($1, 'ida@example.org', 'de', gen_random_uuid()::text, $2) returning id`,
    [kind, { ...facts, ...daily }],
  );
  return await office.query('mail:page', { id: rows[0]?.id ?? 0 });
}

async function subscribeToConcert(): Promise<object> {
  const { rows } = await pool.query<{ subscriptionId: number; day: string }>(
    `insert into newsletter_subscription (email, language, confirmed_at, receive_news_email, general, concert_daily)
     values (gen_random_uuid() || '@example.org', 'de', now(), true, true, true)
     returning id as "subscriptionId", (select (starts_at at time zone 'Europe/Berlin')::date::text
       from concert where id = $1) as day`,
    [concert.id],
  );
  return rows[0] ?? {};
}
