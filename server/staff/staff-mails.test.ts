import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { formTexts } from '#messages/office/forms.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice, runCommand } from '#test/office.ts';
import { parseEnv } from '../settings/env.ts';
import { findStaffPasswordProblems } from './staff-password.ts';
import { createSetupKey } from './one-time-codes.ts';

// Mails to staff are in the person's language, and until they choose one in that of their invitation (office.md 8.6).
const database = await createTestDatabase();
const { pool } = database;
const { deps, caller } = await openTestOffice(database, 'admin');
const limited = {
  ...deps,
  env: parseEnv({ APP_SECRET: 'a secret for tests, 32 characters', RATE_LIMIT: 'on' }),
};
const email = 'kim@example.org';
const stranger = { ...caller, kind: 'visitor' } as const;

const listMails = async () => {
  const { rows } = await pool.query<{ mail: string }>(
    `select kind || ' ' || language as mail from mail where recipient = $1 order by id`,
    [email],
  );
  return rows.map(({ mail }) => mail);
};

/** Invites as the command line does, and sets up the account. */
async function setUp(language?: 'de' | 'en'): Promise<void> {
  const input = { email, role: 'office', ...(language === undefined ? {} : { language }) };
  const { output } = await runCommand(deps, 'staff:invite', input, {
    ...caller,
    kind: 'command-line',
    name: 'root',
  });
  const invitation = String(output?.['url']).split('/').at(-1) ?? '';
  const buffer = new Uint8Array(createSetupKey(deps.tokens, invitation)).buffer;
  const code = new TOTP({ secret: new Secret({ buffer }) }).generate();
  const password = 'Lärche Gletscher 1848';
  const entries = { invitation, name: 'Kim', password, password_repeat: password, code };
  const { problem } = await runCommand(deps, 'staff:accept', entries, {
    ...stranger,
    language: 'de',
  });
  expect(problem).toBeNull();
}

test('mails follow the invitation until the person chooses a language', async () => {
  await setUp('en');
  for (let count = 0; count < 30; count++) {
    const address = `192.0.2.${Math.floor(count / 10)}`;
    await runCommand(limited, 'staff:sign-in', { email }, { ...stranger, address });
  }
  expect(await listMails()).toEqual(['staff-invitation en', 'staff-locked en']);
  await pool.query(`delete from mail`);
  await pool.query(`update staff set language = 'en' where email = $1`, [email]);
  await setUp('de');
  await setUp();
  expect(await listMails()).toEqual([
    'staff-invitation de',
    'staff-credentials en',
    'staff-invitation en',
    'staff-credentials en',
  ]);
});

test('fields of a new password that are left empty are named, each', async () => {
  expect(await findStaffPasswordProblems(pool, { password: '', repeat: '', email })).toEqual({
    password: formTexts.missing,
    password_repeat: formTexts.missing,
  });
});
