import { expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { registration } from '#test/registration.ts';
import { ageOrders } from '#test/shop/age-orders.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
const admin = await openTestOffice(shop, 'admin');
const concert = await createConcert(pool, { quantity: 100 });

async function buyAs(email: string, last_name: string): Promise<void> {
  const buyer = new Buyer(shop);
  await buyer.add(concert);
  await buyer.details({ email, first_name: 'Klara', last_name });
  await buyer.delivery('boxoffice');
  await buyer.initiate();
  buyer.pay();
  expect((await buyer.complete()).status).toBe(200);
}

/** The first person that the search finds. */
const findOne = async (q: string) => (await office.query('people:find', { q })).rows[0];

test.each(['müller', 'MUELLER', 'Muller', 'k.muell', 'Klara mü'])(
  'a buyer is found by %s',
  async (q) => {
    const email = `k.mueller-${q.length}@example.org`;
    await buyAs(email, 'Müller');
    const { rows } = await office.query('people:find', { q });
    expect(rows.map((person) => person.email)).toContain(email);
  },
);

test('an erased person is found by the number of the order and of its invoices', async () => {
  const email = 'verschwunden@example.org';
  const details = { email, first_name: 'Vera', last_name: 'Verschwunden' };
  const { orderNo } = await buyOrder(shop, concert, { details });
  expect(
    (await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' })).problem,
  ).toBeNull();
  const { key } = (await findOne('verschwunden')) ?? {};
  expect((await admin.run('person:erase', { key, confirm: email })).problem).toBeNull();
  expect(await findOne('verschwunden')).toBeUndefined();
  const { rows } = await pool.query<{ no: string }>(
    `select case series when 'cancellation' then 'S-' else '' end || year || '-' || lpad(number::text, 6, '0') as no
     from invoice where order_id = (select id from orders where order_no = $1)`,
    [orderNo],
  );
  const numbers = [orderNo, orderNo.toLowerCase().replace('-', ''), ...rows.map(({ no }) => no)];
  const found = await Promise.all(numbers.map(async (q) => [q, (await findOne(q))?.orderNo]));
  expect(found).toEqual(numbers.map((q) => [q, orderNo]));
  expect(numbers).toHaveLength(4);
});

test('of more than fifty people the first are shown, with the number of all', async () => {
  const add = (from: number, to: number) =>
    pool.query(
      `insert into contact_message (email, subject, message, language, fingerprint)
       select 'vielschreiber-' || n || '@example.org', 'Frage', 'Text', 'de', decode(md5(n::text), 'hex')
       from generate_series($1::integer, $2) n`,
      [from, to],
    );
  await add(1, 60);
  const some = await office.query('people:find', { q: 'vielschreiber' });
  expect([some.rows.length, some.count]).toEqual([50, 60]);
  await add(61, 1001);
  const many = await office.query('people:find', { q: 'vielschreiber' });
  expect([many.rows.length, many.count]).toEqual([50, 1001]);
  await pool.query(`delete from contact_message where email like 'vielschreiber-%'`);
});

test('the key of a person shows no address, and a wrong one is 404', async () => {
  await buyAs('geheim@example.org', 'Geheim');
  const person = await findOne('geheim');
  const key = person?.key ?? '';
  expect(Buffer.from(key, 'base64url').toString('latin1')).not.toContain('geheim');
  expect(await office.query('people:get', { key })).toMatchObject({
    email: 'geheim@example.org',
    orders: [{ state: 'paid' }],
    account: null,
  });
  await expect(async () => office.query('people:get', { key: `${key}x` })).rejects.toMatchObject({
    status: 404,
  });
});

test('orders and mails of a person have the states of their lists', async () => {
  const details = { email: 'teils@example.org', first_name: 'Thea', last_name: 'Teils' };
  const { orderNo } = await buyOrder(shop, concert, { details });
  const { tickets } = await office.query('order:page', { orderNo });
  const input = { orderNo, ticket: String(tickets[0]?.id), reason: 'ill' };
  expect((await office.run('order:refund', input)).problem).toBeNull();
  await pool.query(
    `insert into mail (kind, recipient, language, event_key, attempts, last_error, bounced_at, dropped_at)
     values ('email-changed', $1, 'de', 'refused', 1, '550', now(), null),
       ('email-changed', $1, 'de', 'failing', 1, '451', null, null),
       ('email-changed', $1, 'de', 'dropped', 0, null, null, now())`,
    [details.email],
  );
  const person = await findOne('thea teils');
  const { orders, mails } = await office.query('people:get', { key: person?.key ?? '' });
  expect(orders).toMatchObject([{ orderNo, state: 'partly-cancelled' }]);
  expect(mails.slice(0, 3).map(({ state }) => state)).toEqual(['dropped', 'failing', 'refused']);
});

test('the export is that of the command line, and its entry names no address', async () => {
  await buyAs('auskunft@example.org', 'Auskunft');
  const person = await findOne('auskunft');
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
  const person = await findOne('tippfehler');
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

test('the entries of a person stay with the account when its address changes', async () => {
  const api = createTestApi(shop);
  const email = 'alt@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  const key = (await findOne('alt@'))?.key ?? '';
  expect((await office.run('person:export', { key })).problem).toBeNull();
  const name = { firstName: 'Alba', lastName: 'Neu', language: 'de' };
  const corrected = await office.run('person:correct', { ...name, key, email: 'neu@example.org' });
  const events = await office.query('people:events', { key: String(corrected.output?.['key']) });
  expect(events.map(({ what }) => what)).toEqual(['Data corrected', 'Data exported']);
});

test('the entries of a person are also those of newsletter and messages', async () => {
  const email = 'schreiberin@example.org';
  expect((await office.run('newsletter:invite', { email, language: 'de' })).problem).toBeNull();
  const { rows } = await pool.query<{ id: string }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ($1, 'Frage', 'Text', 'de', decode(md5($1), 'hex')) returning id`,
    [email],
  );
  const state = { id: rows[0]?.id, state: 'done' };
  expect((await office.run('message:state', state)).problem).toBeNull();
  const key = (await findOne('schreiberin'))?.key ?? '';
  const events = await office.query('people:events', { key });
  expect(events.map(({ what }) => what)).toEqual(['Message sorted', 'Confirmation sent']);
});

test('a corrected case of an address is only stored: it stays verified, with its newsletter', async () => {
  const api = createTestApi(shop);
  const email = 'gross@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  await pool.query(
    `with verified as (update account set email_verified_at = now() where email = $1 returning id)
     update newsletter_subscription n set general = true from verified v where n.account_id = v.id`,
    [email],
  );
  const person = await findOne(email);
  const values = { firstName: 'Gustav', lastName: 'Groß', language: 'de', key: person?.key };
  const corrected = await office.run('person:correct', { ...values, email: 'Gross@example.org' });
  expect(corrected.problem).toBeNull();
  const { rows } = await pool.query(
    `select a.email, a.email_verified_at is not null as verified, n.email as subscribed, n.general
     from account a join newsletter_subscription n on n.account_id = a.id where a.last_name = 'Groß'`,
  );
  const spelling = 'Gross@example.org';
  expect(rows).toEqual([{ email: spelling, verified: true, subscribed: spelling, general: true }]);
});

test('a corrected address that another account has, or gets at that moment, is an error of its field', async () => {
  const api = createTestApi(shop);
  const email = 'knapp@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  const { rows } = await office.query('people:find', { q: 'knapp' });
  const values = { key: rows[0]?.key, firstName: 'K', lastName: 'N', language: 'de' };
  const correct = () => office.run('person:correct', { ...values, email: 'Schneller@example.org' });
  const rival = await pool.connect();
  await rival.query('begin');
  await rival.query(
    `insert into account (email, first_name, last_name, password_hash, language)
     select 'schneller@example.org', first_name, last_name, password_hash, language from account where email = $1`,
    [email],
  );
  const corrected = correct();
  await waitUntilBlocked(pool, 'update account');
  await rival.query('commit');
  rival.release();
  for (const { problem } of [await corrected, await correct()]) {
    expect(problem).toMatchObject({ status: 422, errors: { email: expect.any(String) as string } });
  }
});

test('erasing requires the typed address, and a right that only the administrator has', async () => {
  await buyAs('weg@example.org', 'Weg');
  const person = await findOne('weg@example');
  const key = person?.key ?? '';
  const wrong = await admin.run('person:erase', { key, confirm: 'anders@example.org' });
  expect(wrong.problem).toMatchObject({ status: 422, errors: { confirm: 'That does not match.' } });
  const confirm = 'weg@example.org';
  expect((await office.run('person:erase', { key, confirm })).problem).toMatchObject({
    status: 403,
  });
  expect((await admin.run('person:erase', { key, confirm })).problem).toBeNull();
});

test('a customer with a corrected address is listed with the latest order, as on the page', async () => {
  const email = 'umzug@example.org';
  const buyer = new Buyer(shop);
  await accepted(buyer.call('POST', '/register', registration({ email_address: email })));
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, details: { email } });
  await pool.query(
    `update checkout set account_id = (select id from account where email = $1)
     where id = (select checkout_id from orders where order_no = $2)`,
    [email, orderNo],
  );
  const values = { firstName: 'Uta', lastName: 'Umzug', language: 'de' };
  const moved = { ...values, key: (await findOne(email))?.key, email: 'neu.umzug@example.org' };
  expect((await office.run('person:correct', moved)).problem).toBeNull();
  expect(await findOne('neu.umzug')).toMatchObject({ email: 'neu.umzug@example.org', orderNo });
});

test('two people who erase the same person at once leave one entry, and so does a repetition', async () => {
  const email = 'doppelt@example.org';
  await buyAs(email, 'Doppelt');
  await pool.query(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ($1, 'Bitte löschen', 'Alles', 'de', '')`,
    [email],
  );
  const key = (await findOne('doppelt@example'))?.key ?? '';
  const erase = () => admin.run('person:erase', { key, confirm: email });
  const both = await Promise.all([erase(), erase()]);
  const all = [...both, await erase()];
  expect(all.map(({ problem }) => problem)).toEqual([null, null, null]);
  expect(all.filter(({ output }) => output?.['isUnchanged'] !== true)).toHaveLength(1);
  const events = await admin.query('people:events', { key });
  expect(events.map(({ what }) => what)).toEqual(['Data erased']);
});

test('the contact of an order is found, shown and erased like a buyer', async () => {
  const buyer = new Buyer(shop);
  await buyer.add(concert);
  await buyer.details({ email: null, first_name: 'Gesa', last_name: 'Gast' });
  await buyer.delivery('boxoffice');
  await buyer.initiate();
  buyer.pay();
  expect((await buyer.complete()).status).toBe(200);
  const { rows } = await pool.query<{ no: string }>(
    'select order_no as no from orders order by id desc limit 1',
  );
  const orderNo = rows[0]?.no;
  const contact = { orderNo, name: 'Emil Kontakt', email: 'emil@example.org', language: 'de' };
  expect((await admin.run('order:contact', contact)).problem).toBeNull();
  const person = await findOne('emil kontakt');
  expect(person).toMatchObject({ email: 'emil@example.org', orderNo });
  const key = person?.key ?? '';
  expect(await admin.query('people:get', { key })).toMatchObject({
    name: 'Emil Kontakt',
    orders: [{ orderNo }],
  });
  const erased = await admin.run('person:erase', { key, confirm: 'emil@example.org' });
  expect(erased.problem).toBeNull();
  expect((await pool.query('select from order_contact')).rowCount).toBe(0);
  expect(await findOne('emil kontakt')).toBeUndefined();
  const guest = await findOne('gesa gast');
  expect(guest).toMatchObject({ email: null, orderNo });
});

test('the orders of a message are those of its writer’s page', async () => {
  const email = 'Frager@example.org';
  const details = { email, first_name: 'Frida', last_name: 'Frager' };
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, details });
  const { orderNo: changed } = await buyOrder(shop, concert, { quantity: 1 });
  const contact = { orderNo: changed, name: 'Frida', email: 'frager@example.org', language: 'de' };
  expect((await admin.run('order:contact', contact)).problem).toBeNull();
  const { orderNo: ofAccount } = await buyOrder(shop, concert, { quantity: 1 });
  await createTestApi(shop)('POST', '/register', { json: registration({ email_address: email }) });
  await pool.query(
    `update checkout set account_id = (select id from account where email_key = email_key($1))
     where id = (select checkout_id from orders where order_no = $2)`,
    [email, ofAccount],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ($1, 'Frage', 'Text', 'de', decode(md5($1), 'hex')) returning id`,
    [email],
  );
  const message = await office.query('message:get', { id: rows[0]?.id ?? '' });
  expect(message.orders.map((order) => order.orderNo)).toEqual([ofAccount, changed, orderNo]);
});

test('mails of an erased buyer are deleted, whatever their address', async () => {
  await buyAs('otto@example.org', 'Otto');
  await shop.runJobs('make-documents');
  await pool.query(`update mail set recipient = 'ottilie@example.org'
    where recipient = 'otto@example.org'`);
  const person = await findOne('otto@example');
  await admin.run('person:erase', { key: person?.key, confirm: 'otto@example.org' });
  const left = await pool.query(`select from mail where recipient = 'ottilie@example.org'`);
  expect(left.rowCount).toBe(0);
});

test('a saved address is corrected in parts, never lost silently', async () => {
  const api = createTestApi(shop);
  const email = 'umzug@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  const person = await findOne('umzug');
  const values = { key: person?.key, firstName: 'U', lastName: 'Zug', email, language: 'de' };
  const none = await office.run('person:correct', { ...values, street: 'Weg 1' });
  expect(none.problem).toMatchObject({ status: 422, errors: { street: /no saved address/ } });
  await pool.query(
    `insert into delivery_details (account_id, first_name, last_name, street, zip, city, country_id)
     select id, 'U', 'Zug', 'Weg 1', '10115', 'Berlin', 1 from account where email = $1`,
    [email],
  );
  const empty = await office.run('person:correct', { ...values, street: '', city: 'Bonn' });
  expect(empty.problem).toMatchObject({ status: 422, errors: { street: expect.anything() } });
  const long = await office.run('person:correct', { ...values, zip: '1'.repeat(21) });
  expect(long.problem?.errors).toEqual({ zip: 'At most 20 characters.' });
  expect((await office.run('person:correct', { ...values, street: 'Weg 2' })).problem).toBeNull();
  const { address } = await office.query('people:get', { key: person?.key ?? '' });
  expect(address).toMatchObject({ street: 'Weg 2', zip: '10115', city: 'Berlin' });
});

test('a corrected name follows the rules of the shop’s own forms', async () => {
  const api = createTestApi(shop);
  const email = 'namensregel@example.org';
  await api('POST', '/register', { json: registration({ email_address: email }) });
  const values = { key: (await findOne('namensregel'))?.key, email, language: 'de' };
  const correct = async (firstName: string, lastName: string) =>
    (await office.run('person:correct', { ...values, firstName, lastName })).problem;
  const nameOnly = 'Please enter the name only, without a web address, @ or invisible characters';
  expect(await correct('x'.repeat(61), 'www.example.org')).toMatchObject({
    status: 422,
    errors: { firstName: 'At most 60 characters.', lastName: nameOnly },
  });
  expect((await correct('clara@example.org', 'Wieck'))?.errors).toEqual({ firstName: nameOnly });
  expect(await correct('x'.repeat(60), 'Wieck')).toBeNull();
});

test('the page counts the orders that erasing keeps, not those listed', async () => {
  const details = { email: 'stammgast@example.org', last_name: 'Stammgast' };
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, details });
  await buyOrder(shop, concert, { quantity: 1, details });
  const { orderNo: other } = await buyOrder(shop, concert, { quantity: 1 });
  const contact = { orderNo: other, name: 'Stammgast', email: details.email, language: 'de' };
  expect((await admin.run('order:contact', contact)).problem).toBeNull();
  await ageOrders(pool, 9, { orderNo });
  const { rows } = await admin.query('people:find', { q: 'stammgast' });
  const key = rows.find(({ email }) => email === details.email)?.key ?? '';
  const { orders, retainedOrders } = await admin.query('people:get', { key });
  expect([orders.length, retainedOrders]).toEqual([3, 1]);
  const { output } = await admin.run('person:erase', { key, confirm: details.email });
  expect(output?.['done']).toContain('1 order is kept');
});
