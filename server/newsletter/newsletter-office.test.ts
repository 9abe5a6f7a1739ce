import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { resetAccountSubscription, savePreferences, unsubscribe } from './subscription.ts';
import { inTransaction } from '../platform/database/database.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';

const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database, 'office');

async function subscribe(email: string, confirmed = true): Promise<string> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into newsletter_subscription (email, language, receive_news_email, general, confirmed_at)
     values ($1, 'de', true, true, case when $2 then now() end) returning id`,
    [email, confirmed],
  );
  return String(rows[0]?.id);
}

test('numbers and list agree, and `%` is an ordinary character', async () => {
  await subscribe('anna@example.org');
  await subscribe('berta@example.org', false);
  const all = await office.query('newsletter:list', { q: '', state: '' });
  expect(all.counts).toMatchObject({ confirmed: 1, waiting: 1, off: 0, general: 1 });
  const found = await office.query('newsletter:list', { q: 'ANNA', state: 'confirmed' });
  expect(found.rows.map(({ email }) => email)).toEqual(['anna@example.org']);
  for (const q of ['%', '_', "'", '\\', 'anna\0x']) {
    expect((await office.query('newsletter:list', { q, state: '' })).rows, q).toEqual([]);
  }
});

test('somebody who was switched off can be restored within a limited time, by the same person', async () => {
  const id = await subscribe('clara@example.org');
  await office.run('newsletter:off', { id });
  const off = await office.query('newsletter:list', { q: 'clara', state: 'off' });
  expect(off.rows).toHaveLength(1);
  const other = await openTestOffice(database, 'admin');
  expect((await other.run('newsletter:off', { id, undo: '1' })).problem).toMatchObject({
    status: 409,
  });
  expect((await office.run('newsletter:off', { id, undo: '1' })).problem).toBeNull();
  const on = await office.query('newsletter:list', { q: 'clara', state: 'confirmed' });
  expect(on.rows).toHaveLength(1);
  expect((await office.run('newsletter:off', { id, undo: '1' })).problem).toMatchObject({
    status: 409,
  });
});

const { tokens } = office.deps;
const allOff = {
  general: false,
  concert_daily: false,
  receive_news_email: false,
  receive_news_postal: false,
};

test.each<[string, (token: string) => Promise<unknown>]>([
  ['unsubscribes by the link of a mail', (token) => unsubscribe(pool, tokens, token)],
  ['saves everything as off', (token) => savePreferences(pool, tokens, token, allOff)],
  [
    'chooses something and leaves again',
    async (token) => {
      await savePreferences(pool, tokens, token, { ...allOff, receive_news_email: true });
      await unsubscribe(pool, tokens, token);
    },
  ],
])('a subscriber who %s is never switched on again by undo', async (_, choose) => {
  const id = await subscribe(`${crypto.randomUUID()}@example.org`);
  expect((await office.run('newsletter:off', { id })).problem).toBeNull();
  await choose(tokens.sign('newsletter', Number(id)));
  const { problem } = await office.run('newsletter:off', { id, undo: '1' });
  expect(problem).toMatchObject({ status: 409, message: 'This can no longer be undone.' });
  const { rows } = await pool.query(
    `select receive_news_email or receive_news_postal as "isOn" from newsletter_subscription where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ isOn: false }]);
});

test('an account whose owner never asked is neither unsubscribed nor asked', async () => {
  const { rows } = await pool.query<{ account: number; id: number }>(
    `with registered as (
       insert into account (email, password_hash, first_name, last_name, language, created_at)
       values ('franz@example.org', 'x', 'Franz', 'Konto', 'de', '2020-01-02') returning *
     )
     insert into newsletter_subscription (email, account_id, language, created_at)
     select email, id, language, created_at from registered returning account_id as account, id`,
  );
  const { account, id } = rows[0] ?? { account: 0, id: 0 };
  const read = async (email: string) => {
    const list = await office.query('newsletter:list', { q: email, state: '' });
    const person = await office.query('people:get', { key: toPersonKey(tokens, email) });
    return { rows: list.rows, newsletter: person.newsletter, off: list.counts.off };
  };
  const nothing = { rows: [], newsletter: null, off: (await read('franz@example.org')).off };
  await inTransaction(pool, async (client) => {
    await client.query(`update account set email = 'neu@example.org' where id = $1`, [account]);
    await resetAccountSubscription(client, account, 'neu@example.org');
  });
  expect(await read('neu@example.org')).toEqual(nothing);
  const token = tokens.sign('newsletter', id, 2);
  await savePreferences(pool, tokens, token, { ...allOff, receive_news_email: true });
  const [asked] = (await read('neu@example.org')).rows;
  expect(asked).toMatchObject({ state: 'waiting' });
  expect(new Date(asked?.askedAt ?? '').getFullYear()).toBeGreaterThan(2020);
  await savePreferences(pool, tokens, token, allOff);
  expect(await read('neu@example.org')).toMatchObject({
    rows: [{ state: 'off', askedAt: asked?.askedAt }],
    newsletter: { isEmail: false },
    off: nothing.off + 1,
  });
});

test('the language of the latest invitation counts until the address confirms it', async () => {
  const email = 'greta@example.org';
  const invite = async (language: string) => {
    await office.run('newsletter:invite', { email, language });
    const { rows } = await pool.query<{ id: number; language: string }>(
      'select id, language from newsletter_subscription where email = $1',
      [email],
    );
    return rows[0];
  };
  expect(await invite('de')).toMatchObject({ language: 'de' });
  const invited = await invite('en');
  expect(invited).toMatchObject({ language: 'en' });
  const token = tokens.sign('newsletter', invited?.id ?? 0);
  await savePreferences(pool, tokens, token, { ...allOff, receive_news_email: true });
  expect(await invite('de')).toMatchObject({ language: 'en' });
  const again = await office.run('newsletter:invite', { email, language: 'de' });
  expect(again.output).toEqual({ email, isConfirmed: true });
  await unsubscribe(pool, tokens, token);
  expect(await invite('de')).toMatchObject({ language: 'de' });
});

test('a new address only gets a mail in which it confirms itself', async () => {
  await office.run('newsletter:invite', { email: 'dora@example.org', language: 'en' });
  const { rows } = await pool.query(
    `select n.confirmed_at, m.kind, m.language from newsletter_subscription n join mail m on m.recipient = n.email
     where n.email = 'dora@example.org'`,
  );
  expect(rows).toEqual([{ confirmed_at: null, kind: 'newsletter-confirmation', language: 'en' }]);
});

test('the CSV has confirmed ones only, with the address of those who want post, and no formula', async () => {
  await subscribe('=1+1@example.org');
  await subscribe('waits@example.org', false);
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (email, password_hash, first_name, last_name, language)
     values ('emil@example.org', 'x', '+Emil', 'Post; "Haus"', 'de') returning id`,
  );
  await pool.query(
    `insert into delivery_details (account_id, first_name, last_name, street, zip, city, country_id)
     values ($1, '+Emil', 'Post; "Haus"', 'Gasse 1', '01234', 'Ort', 55)`,
    [rows[0]?.id],
  );
  await pool.query(
    `insert into newsletter_subscription (email, account_id, language, receive_news_postal, confirmed_at)
     values ('emil@example.org', $1, 'de', true, now())`,
    [rows[0]?.id],
  );
  expect((await office.run('newsletter:export', {})).problem).toBeNull();
  const csv = await office.query('newsletter:csv', { q: '', language: 'de', hasBom: true });
  let text = '';
  for await (const part of csv) text += part;
  expect(text).toMatch(/^\uFEFFE-Mail;Zustand;Sprache;/);
  expect(text).toContain("\r\n'=1+1@example.org;Bestätigt;");
  expect(text).toMatch(/;"'\+Emil Post; ""Haus""";Gasse 1;'01234;Ort;Deutschland\r\n/);
  expect(text).not.toContain('waits@');
  const searched = await office.query('newsletter:csv', {
    q: 'emil',
    language: 'en',
    hasBom: false,
  });
  const lines: string[] = [];
  for await (const part of searched) lines.push(part);
  expect(lines).toHaveLength(2);
  const events = await pool.query(
    `select thing_kind, thing_id from audit_event where command = 'newsletter:export'`,
  );
  expect(events.rows).toEqual([{ thing_kind: 'list', thing_id: 'newsletter' }]);
});
