import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';

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

test('numbers and list agree, and `%` is a letter', async () => {
  await subscribe('anna@example.org');
  await subscribe('berta@example.org', false);
  const all = await office.query('newsletter:list', { q: '', state: '' });
  expect(all.counts).toMatchObject({ confirmed: 1, waiting: 1, off: 0, general: 1 });
  const found = await office.query('newsletter:list', { q: 'ANNA', state: 'confirmed' });
  expect(found.rows.map(({ email }) => email)).toEqual(['anna@example.org']);
  expect((await office.query('newsletter:list', { q: '%', state: '' })).rows).toEqual([]);
});

test('somebody who was switched off can be restored for a while, by the same person', async () => {
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

test('a new address only gets a mail in which it confirms itself', async () => {
  await office.run('newsletter:invite', { email: 'dora@example.org', language: 'en' });
  const { rows } = await pool.query(
    `select n.confirmed_at, m.kind, m.language from newsletter_subscription n join mail m on m.recipient = n.email
     where n.email = 'dora@example.org'`,
  );
  expect(rows).toEqual([{ confirmed_at: null, kind: 'newsletter-confirmation', language: 'en' }]);
});
