import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { QueryContext } from '../query.ts';
import { readOwnAccount } from './own-account.ts';
import { findSession, renewSession, startStaffSession } from './staff-sessions.ts';

const database = await createTestDatabase();
const { pool } = database;
const { deps, staffId } = await openTestOffice(database, 'office');

test('a new one-time key is shown after a step-up only, each time another one', async () => {
  const token = await inTransaction(pool, (client) =>
    startStaffSession(client, staffId, { userAgent: '', network: null }),
  );
  const found = await findSession(pool, deps.env, token);
  if (found.state !== 'valid') throw new Error('the session is over');
  const { id: sessionId, staff } = found.session;
  const readKey = async (isConfirmed: boolean) => {
    const context: QueryContext = { deps, staff, language: 'en', sessionId, isConfirmed };
    return (await readOwnAccount(context)).newKey?.key ?? null;
  };
  expect(await readKey(false)).toBeNull();
  const first = await readKey(true);
  expect(await readKey(true), 'the page may be loaded again').toBe(first);
  await inTransaction(pool, (client) => renewSession(client, sessionId));
  expect([null, first]).not.toContain(await readKey(true));
});
