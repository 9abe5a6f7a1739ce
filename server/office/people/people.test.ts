import { expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { registration } from '#test/registration.ts';
import { makeConcert } from '#test/shop/make-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
const admin = await openTestOffice(shop, 'admin');
const concert = await makeConcert(pool, { quantity: 100 });

async function buyAs(email: string, last_name: string): Promise<void> {
  const buyer = new Buyer(shop);
  await buyer.add(concert);
  await buyer.details({ email, first_name: 'Klara', last_name });
  await buyer.delivery('boxoffice');
  await buyer.initiate();
  buyer.pay();
  expect((await buyer.complete()).status).toBe(200);
}

test.each(['müller', 'MUELLER', 'Muller', 'k.muell', 'Klara mü'])(
  'a buyer is found by %s',
  async (q) => {
    const email = `k.mueller-${q.length}@example.org`;
    await buyAs(email, 'Müller');
    const people = await office.query('people:find', { q });
    expect(people.map((person) => person.email)).toContain(email);
  },
);

test('the key of a person shows no address, and a wrong one is 404', async () => {
  await buyAs('geheim@example.org', 'Geheim');
  const [person] = await office.query('people:find', { q: 'geheim' });
  const key = person?.key ?? '';
  expect(Buffer.from(key, 'base64url').toString('latin1')).not.toContain('geheim');
  expect(await office.query('people:get', { key })).toMatchObject({
    email: 'geheim@example.org',
    orders: [{ isCancelled: false }],
    account: null,
  });
  await expect(async () => office.query('people:get', { key: `${key}x` })).rejects.toMatchObject({
    status: 404,
  });
});

test('the export is that of the command line, and its entry names no address', async () => {
  await buyAs('auskunft@example.org', 'Auskunft');
  const [person] = await office.query('people:find', { q: 'auskunft' });
  const { output } = await office.run('person:export', { key: person?.key });
  expect(output).toMatchObject({ orders: [{ details: { email: 'auskunft@example.org' } }] });
  const { rows } = await pool.query(`select to_jsonb(e)::text as entry from audit_event e`);
  expect(JSON.stringify(rows)).not.toContain('auskunft@');
});

test('a corrected address is unverified again, and a mail goes out', async () => {
  const api = createTestApi(shop);
  const email = 'tippfehler@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  const { rowCount } = await pool.query(
    `update account set email_verified_at = now() where email = $1`,
    [email],
  );
  expect(rowCount).toBe(1);
  const [person] = await office.query('people:find', { q: 'tippfehler' });
  const values = { firstName: 'Tipp', lastName: 'Fehler', language: 'de' };
  const corrected = await office.run('person:correct', {
    ...values,
    key: person?.key,
    email: 'richtig@example.org',
  });
  expect(corrected.problem).toBeNull();
  const { rows } = await pool.query(
    `select email_verified_at from account where email = 'richtig@example.org'`,
  );
  expect(rows).toEqual([{ email_verified_at: null }]);
  const mails = await pool.query(
    `select kind from mail where recipient = 'richtig@example.org' and kind = 'email-verification'`,
  );
  expect(mails.rowCount).toBe(1);
});

test('erasing wants the address typed, and a right that only the administrator has', async () => {
  await buyAs('weg@example.org', 'Weg');
  const [person] = await admin.query('people:find', { q: 'weg@example' });
  const key = person?.key ?? '';
  const wrong = await admin.run('person:erase', { key, confirm: 'anders@example.org' });
  expect(wrong.problem).toMatchObject({ status: 422, errors: { confirm: 'That does not match.' } });
  const confirm = 'weg@example.org';
  expect((await office.run('person:erase', { key, confirm })).problem).toMatchObject({
    status: 403,
  });
  expect((await admin.run('person:erase', { key, confirm })).problem).toBeNull();
});
