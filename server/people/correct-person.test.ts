import { expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { openTestOffice } from '#test/office.ts';
import { newEmail, registration } from '#test/registration.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');

/** Ids of countries. */
const ids = { germany: 55, austria: 40 };

/** Registers Erna Falsch with a saved address; its name and e-mail are the account's unless given. */
async function registerErna(address: { lastName?: string; email?: string | null } = {}) {
  const email = newEmail();
  const fields = registration({
    first_name: 'Erna',
    last_name: 'Falsch',
    email_address: email,
    language: 'de',
  });
  const { status } = await createTestApi(shop)('POST', '/register', { json: fields });
  expect(status).toBe(201);
  await pool.query(
    `insert into delivery_details (account_id, first_name, last_name, email, street, zip, city, country_id)
     select id, 'Erna', $2, $3, 'Weg 1', '10115', 'Berlin', $4 from account where email = $1`,
    [email, address.lastName ?? 'Falsch', 'email' in address ? address.email : email, ids.germany],
  );
  const values = { firstName: 'Erna', lastName: 'Falsch', email, language: 'de' };
  return { email, values: { ...values, key: toPersonKey(office.deps.tokens, email) } };
}

/** The saved address of the account with this e-mail address, as the form shows it. */
const readAddress = async (email: string) =>
  (await office.query('people:get', { key: toPersonKey(office.deps.tokens, email) })).address;

test('a corrected account also corrects what its saved address had from it', async () => {
  const { email, values } = await registerErna();
  const corrected = { lastName: 'Richtig', email: newEmail() };
  // as the page sends it: with the parts of the address that nobody has touched
  const untouched = { addressFirstName: 'Erna', addressLastName: 'Falsch', addressEmail: email };
  const form = { ...values, ...untouched, ...corrected, country: String(ids.germany) };
  expect((await office.run('person:correct', form)).problem).toBeNull();
  expect(await readAddress(corrected.email)).toEqual({
    firstName: 'Erna',
    lastName: 'Richtig',
    email: corrected.email,
    street: 'Weg 1',
    zip: '10115',
    city: 'Berlin',
    countryId: ids.germany,
  });
});

test('a person who is corrected to what is stored has no entry in the audit log', async () => {
  const { values } = await registerErna();
  const count = async () => (await pool.query('select from audit_event')).rowCount;
  const before = await count();
  const { output } = await office.run('person:correct', { ...values, street: 'Weg 1' });
  expect(output).toEqual({ key: values.key, isUnchanged: true });
  expect(await count()).toBe(before);
});

test('a saved address for somebody else keeps its name and e-mail address', async () => {
  const { values } = await registerErna({ lastName: 'Nachbar', email: 'nachbar@example.org' });
  const email = newEmail();
  const form = { ...values, firstName: 'Ernestine', lastName: 'Richtig', email };
  expect((await office.run('person:correct', form)).problem).toBeNull();
  expect(await readAddress(email)).toMatchObject({
    firstName: 'Ernestine',
    lastName: 'Nachbar',
    email: 'nachbar@example.org',
  });
});

test('name, e-mail address and country of a saved address are corrected by themselves', async () => {
  const { email, values } = await registerErna();
  const own = { addressLastName: 'Nachbar', addressEmail: 'nachbar@example.org' };
  const form = { ...values, ...own, country: String(ids.austria) };
  expect((await office.run('person:correct', form)).problem).toBeNull();
  const { account } = await office.query('people:get', { key: values.key });
  expect(account).toMatchObject({ lastName: 'Falsch' });
  expect(await readAddress(email)).toMatchObject({
    lastName: 'Nachbar',
    email: 'nachbar@example.org',
    countryId: ids.austria,
  });
  const emptied = await office.run('person:correct', { ...values, addressEmail: '' });
  expect(emptied.problem).toBeNull();
  expect(await readAddress(email)).toMatchObject({ email: null, countryId: ids.austria });
  const wrong = { addressLastName: '', addressEmail: 'nachbar', country: '9999' };
  expect((await office.run('person:correct', { ...values, ...wrong })).problem?.errors).toEqual({
    addressLastName: 'Please fill this in.',
    addressEmail: 'This email address is not valid.',
    country: expect.stringContaining('Not a valid country.') as string,
  });
});

/** Sends the form that was opened with these values, changed by these entries. */
const send = (values: Record<string, string>, entries: Record<string, string>) =>
  office.run('person:correct', { ...values, ...entries, shown: JSON.stringify(values) });

test('two people who correct different fields at once undo nothing of each other', async () => {
  const { email, values } = await registerErna();
  const form = { ...values, street: 'Weg 1', zip: '10115', city: 'Berlin' };
  const sent = await Promise.all([
    send(form, { lastName: 'Richtig' }),
    send(form, { street: 'Weg 2' }),
    send(form, { city: 'Bonn' }),
  ]);
  expect(sent.map(({ problem }) => problem)).toEqual([null, null, null]);
  expect(await readAddress(email)).toMatchObject({
    lastName: 'Richtig',
    street: 'Weg 2',
    zip: '10115',
    city: 'Bonn',
  });
});

test('of two people who correct the same field at once, the second one sees the value of the first', async () => {
  const { email, values } = await registerErna();
  const form = { ...values, street: 'Weg 1', country: String(ids.germany) };
  const first = await send(form, { lastName: 'Richtig', country: String(ids.austria) });
  expect(first.problem).toBeNull();
  const second = { lastName: 'Rihctig', street: 'Weg 2', country: '756', language: 'en' };
  const { problem } = await send(form, second);
  expect(problem).toMatchObject({ status: 409, message: /changed the same entries/ });
  const entry = 'in the meantime. Your entry will be used if you send again.';
  expect(problem?.errors).toEqual({
    lastName: `Changed to “Richtig” ${entry}`,
    country: `Changed to “Austria” ${entry}`,
  });
  expect(await readAddress(email)).toMatchObject({ street: 'Weg 1', countryId: ids.austria });
  // the page shows the values of the first one now
  const shown = { ...form, lastName: 'Richtig', country: String(ids.austria) };
  expect((await send(shown, second)).problem).toBeNull();
  expect(await readAddress(email)).toMatchObject({ lastName: 'Rihctig', street: 'Weg 2' });
});

test('a form finds its account also when somebody has corrected its e-mail address since', async () => {
  const { values } = await registerErna();
  const { account } = await office.query('people:get', { key: values.key });
  const form = { ...values, account: String(account?.id) };
  const email = newEmail();
  expect((await send(form, { email })).problem).toBeNull();
  expect((await send(form, { email: newEmail() })).problem).toMatchObject({
    status: 409,
    errors: { email: expect.stringContaining(email) as string },
  });
  const { output, problem } = await send(form, { lastName: 'Richtig' });
  expect([problem, output?.['key']]).toEqual([null, toPersonKey(office.deps.tokens, email)]);
  const person = await office.query('people:get', { key: values.key, account: form.account });
  expect(person).toMatchObject({ key: output?.['key'], email, account: { lastName: 'Richtig' } });
});
