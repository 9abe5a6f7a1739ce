import { beforeEach, expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { PASSWORD } from '#test/registration.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { convertEmails } from './convert-emails.ts';

const database = await createTestDatabase();
const { pool } = database;
const api = createTestApi(database);
const lines: string[] = [];
const log = createLog(
  { level: 'info', isReadable: true },
  { write: (line) => void lines.push(line) },
);
const start = () => migrate(pool, log, { convert: (client) => convertEmails(client, log) });

beforeEach(async () => {
  lines.length = 0;
  await pool.query('delete from account');
});

/** An account whose address is stored as it was typed. */
async function createAccount(email: string, isProven = false): Promise<number> {
  const { id } = await registerCustomer(api);
  await pool.query(
    `update account set email = $2, email_verified_at = case when $3 then now() end where id = $1`,
    [id, email, isProven],
  );
  return id;
}

const emailsOf = async (...ids: number[]) =>
  (
    await pool.query<{ email: string }>(
      'select email from account where id = any ($1) order by array_position($1, id)',
      [ids],
    )
  ).rows.map(({ email }) => email);
const logIn = (email_address: string) =>
  api('POST', '/login', { json: { email_address, password: PASSWORD } });

test('an address that was stored as typed gets the one form: its owner signs in again', async () => {
  const id = await createAccount('Wilma@xn--mller-hhn-67a3d.de');
  const impossible = await createAccount('wilma@b\u0378.de');
  expect((await logIn('wilma@müller-höhn.de')).status).toBe(401);
  await start();
  expect(await emailsOf(id, impossible)).toEqual(['Wilma@müller-höhn.de', 'wilma@b\u0378.de']);
  expect((await logIn('WILMA@müller-höhn.de')).status).toBe(200);
  expect(lines).toEqual([]);
});

test.each([
  ['the older one', [false, false], 0],
  ['the older of two proven ones', [true, true], 0],
  ['the proven one', [false, true], 1],
])('of two accounts with one address, %s gets it, and the log names both', async (...row) => {
  const [, [isFirstProven, isSecondProven], winner] = row;
  const ids = [
    await createAccount('jan@xn--bcher-kva.example', isFirstProven),
    await createAccount('jan@bücher.example', isSecondProven),
  ];
  await start();
  const emails = await emailsOf(...ids);
  expect(emails[winner]).toBe('jan@bücher.example');
  expect(emails[1 - winner]).toBe('jan@xn--bcher-kva.example');
  await start();
  expect(await emailsOf(...ids)).toEqual(emails);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/Rows have the same e-mail address/);
  for (const id of ids) expect(lines[0]).toContain(String(id));
});

test('a process of the version before goes on storing accounts', async () => {
  const insert = (email: string) =>
    pool.query(
      `insert into account (email, password_hash, first_name, last_name, language)
       values ($1, 'x', 'Ida', 'Höhn', 'de') on conflict do nothing`,
      [email],
    );
  expect((await insert('Ida@xn--mller-hhn-67a3d.de')).rowCount).toBe(1);
  expect((await insert('ida@xn--mller-hhn-67a3d.de')).rowCount).toBe(0);
  await start();
  const { rows } = await pool.query(
    `select email, email_key from account where last_name = 'Höhn'`,
  );
  expect(rows).toEqual([{ email: 'Ida@müller-höhn.de', email_key: 'ida@müller-höhn.de' }]);
});

test('a subscription of an account may have the address of one without', async () => {
  const id = await createAccount('abo@xn--bcher-kva.example');
  await pool.query(
    `update newsletter_subscription set email = 'abo@xn--bcher-kva.example' where account_id = $1`,
    [id],
  );
  await pool.query(
    `insert into newsletter_subscription (email, language) values ('abo@bu\u0308cher.example', 'de')`,
  );
  await start();
  const { rows } = await pool.query(
    `select distinct email, count(*)::integer from newsletter_subscription where email like 'abo@%' group by 1`,
  );
  expect(rows).toEqual([{ email: 'abo@bücher.example', count: 2 }]);
  expect(lines).toEqual([]);
});

/** An order as the version before stored it, whose contact has another address. */
async function createOrder(orderNo: string, isErased = false): Promise<void> {
  await pool.query(
    `with cart as (insert into cart (session_id, expires_at, release_at)
       values (gen_random_uuid(), now(), now()) returning id, session_id),
     c as (insert into checkout (cart_id, session_id, language, fingerprint, amount_cents,
         delivery_method, delivery_cents, details, terms_version, settled_at)
       select id, session_id, 'de', 'x', 800, 'boxoffice', 0, '{"email": "eva@xn--bcher-kva.example"}', '1', now()
       from cart returning id),
     o as (insert into orders (checkout_id, order_no, search)
       select id, $1, order_words($1, '{}', null) from c returning id)
     insert into order_contact (order_id, name, email, language)
       select id, 'Uta', 'uta@xn--bcher-kva.example', 'de' from o`,
    [orderNo],
  );
  if (isErased) return;
  await pool.query(
    `update orders o set search = order_words($1, c.details, 'Uta uta@xn--bcher-kva.example')
     from checkout c where c.id = o.checkout_id and order_no = $1`,
    [orderNo],
  );
}

test('addresses of orders, messages and mails are converted; an erased order stays erased', async () => {
  await createOrder('FORM-TEST');
  await createOrder('ERASED-TEST', true);
  await pool.query(`insert into contact_message (email, subject, message, language, fingerprint)
    values ('eva@xn--bcher-kva.example', 'x', 'y', 'de', '\\x00')`);
  await pool.query(`insert into mail (event_key, kind, recipient, language)
    values ('x', 'password-reset', 'eva@xn--bcher-kva.example', 'de')`);
  await start();
  const { rows: emails } = await pool.query(
    `select details->>'email' as email from checkout union all select email from order_contact
     union all select email from contact_message union all select recipient from mail
       where recipient like 'eva@%'`,
  );
  expect(emails.map(({ email }: { email: string }) => email).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'eva@bücher.example'),
    ...Array.from({ length: 2 }, () => 'uta@bücher.example'),
  ]);
  const find = (word: string) =>
    pool.query(`select order_no from orders where search @@ fold_query($1)`, [word]);
  for (const email of ['eva@bücher.example', 'uta@bücher.example']) {
    expect((await find(email)).rows).toEqual([{ order_no: 'FORM-TEST' }]);
  }
});
