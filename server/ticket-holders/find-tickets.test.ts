import { expect, test } from 'vitest';
import { createTestApi, testTokens } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { createPaidOrder } from '#test/orders.ts';
import { newEmail } from '#test/registration.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const api = createTestApi(database);

const ask = (email: string, language: 'de' | 'en' = 'en') =>
  api('POST', '/api/tickets/find', { json: { email }, language });
const order = (email: string, quantity = 2) =>
  createPaidOrder(database, { lines: [['boehmen-weit-fort', 'full', quantity]], email });

async function mailTo(email: string, language: 'de' | 'en' = 'en') {
  expect((await ask(email, language)).status).toBe(200);
  return (await emailsTo(database, email)).findLast(({ kind }) => kind === 'find-tickets')?.email;
}

async function numberOf({ orderId }: { orderId: number }): Promise<string> {
  const { rows } = await pool.query<{ no: string }>(
    'select order_no as no from orders where id = $1',
    [orderId],
  );
  return rows[0]?.no ?? '';
}

const correct = (orderId: number, email: string | null) =>
  pool.query(
    `insert into order_contact (order_id, name, email, language) values ($1, 'C', $2, 'de')`,
    [orderId, email],
  );

test('an address with orders gets their links, one without gets none, and the responses are alike', async () => {
  const email = newEmail();
  const orders = [await order(email), await order(email, 1)];
  const numbers = await Promise.all(orders.map(numberOf));
  const unknown = newEmail();
  const responses = [await ask(email), await ask(unknown)];
  expect(responses[0]?.body).toEqual({
    message: 'If there are orders for this address, we have sent you an email.',
  });
  expect(responses[1]?.text).toBe(responses[0]?.text);
  const { rowCount } = await pool.query(
    `select from mail where kind = 'find-tickets' and recipient = any ($1)`,
    [[email, unknown]],
  );
  expect(rowCount).toBe(2);
  expect(await emailsTo(database, unknown)).toEqual([]);

  const [mail] = await emailsTo(database, email);
  expect(mail?.email.subject).toBe('Your tickets');
  const [latest, first] = mail?.email.sections ?? [];
  expect([first?.heading, latest?.heading]).toEqual(
    numbers.map((no) => expect.stringContaining(`Order ${no} of `) as string),
  );
  expect(first?.lines).toEqual([
    expect.stringMatching(/^Bohemia, Far Away, .*: 2 tickets$/) as string,
  ]);
  const token = new URL(first?.link?.url ?? '').searchParams.get('token') ?? '';
  expect(testTokens.read('order', token)?.id).toBe(orders[0]?.checkoutId);
});

test('it speaks the language of the form, and goes to the address as ordered', async () => {
  const email = newEmail();
  await order(email.toUpperCase(), 1);
  await ask(email, 'de');
  expect(await emailsTo(database, email)).toEqual([]);
  const [mail] = await emailsTo(database, email.toUpperCase());
  expect(mail?.email.subject).toBe('Ihre Karten');
  expect(mail?.email.sections?.[0]?.lines.join()).toMatch(/: eine Karte$/);
});

test('an order belongs to the address that the office has corrected', async () => {
  const [wrong, right] = [newEmail(), newEmail()];
  const { orderId } = await order(wrong);
  await correct(orderId, right);
  expect(await mailTo(wrong)).toBeUndefined();
  expect((await mailTo(right))?.sections).toHaveLength(1);
  await pool.query('update order_contact set email = null where order_id = $1', [orderId]);
  expect(await mailTo(right)).toBeUndefined();
});

test('orders older than 13 months are left out, cancelled tickets are named', async () => {
  const email = newEmail();
  const old = await order(email);
  await pool.query(
    `update orders set created_at = now() - interval '13 months 1 day' where id = $1`,
    [old.orderId],
  );
  expect(await mailTo(email)).toBeUndefined();
  const { orderId } = await order(email);
  await pool.query('update ticket set voided_at = now() where order_id = $1', [orderId]);
  expect((await mailTo(email))?.sections?.map(({ lines }) => lines.join())).toEqual([
    expect.stringMatching(/: cancelled$/) as string,
  ]);
});

test('a typo is refused at its field', async () => {
  const refused = await ask('clara@');
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ errors: { email: ['this email address is not valid'] } });
});
