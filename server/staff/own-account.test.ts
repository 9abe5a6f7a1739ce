import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { inTransaction } from '../platform/database/database.ts';
import { createInvitation } from './invitations.ts';
import { readOwnAccount } from './own-account.ts';
import { findSession, renewSession, startStaffSession } from './staff-sessions.ts';

const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database, 'office');
const { deps, staffId, caller } = office;

test('a new one-time key is shown after a step-up only, each time another one', async () => {
  const token = await inTransaction(pool, (client) =>
    startStaffSession(client, staffId, { userAgent: '', network: null }),
  );
  const found = await findSession(pool, deps.env, token);
  if (found.state !== 'valid') throw new Error('the session is over');
  const { id: sessionId } = found.session;
  const readKey = async (isConfirmed: boolean) => {
    const person = { ...caller, sessionId, isConfirmed };
    return (await readOwnAccount({ deps, caller: person })).newKey?.key ?? null;
  };
  expect(await readKey(false)).toBeNull();
  const first = await readKey(true);
  expect(await readKey(true), 'the page may be loaded again').toBe(first);
  await inTransaction(pool, (client) => renewSession(client, sessionId));
  expect([null, first]).not.toContain(await readKey(true));
});

test.each(['\u0301\u0308', '\u200B\u3164', '–'])(
  'a name %j, without an alphabetic character or digit, is refused',
  async (name) => {
    const admin = await openTestOffice(database, 'admin');
    const invitation = { email: 'nora@example.org', role: 'door' } as const;
    const { token } = await inTransaction(pool, (client) =>
      createInvitation(client, deps.tokens, { ...invitation, name: 'Nora', language: 'de' }),
    );
    for (const { problem } of [
      await office.run('staff:details', { name, language: '' }),
      await admin.run('staff:invite', { ...invitation, name }),
      await admin.run('staff:accept', { invitation: token, name }),
    ]) {
      expect(problem).toMatchObject({ errors: { name: 'Please fill this in.' } });
    }
  },
);

test('a name is stored composed, without invisible characters', async () => {
  await office.run('staff:details', { name: ' \u202EJu\u0308r\u00ADgen\u2060 ', language: '' });
  const { rows } = await pool.query(`select name from staff where id = $1`, [staffId]);
  expect(rows).toEqual([{ name: 'Jürgen' }]);
});
