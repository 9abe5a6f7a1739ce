import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer, verifyCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { createLog } from '../log.ts';
import { createSecurityEventReporter, type SecurityEvent } from './security-events.ts';

const database = await createTestDatabase();
let lines: Record<string, unknown>[] = [];
const log = createLog(
  { level: 'warn', isReadable: false },
  { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
let counted: SecurityEvent[] = [];
const newReport = () => createSecurityEventReporter(log, (event) => void counted.push(event));
const api = createTestApi(database, { hasRateLimit: true, report: newReport() });
const NEW_PASSWORD = 'Die schöne Müllerin 25';

/** The counts and log lines that come while `use` runs. */
async function reported(use: () => Promise<unknown>) {
  lines = [];
  counted = [];
  await use();
  return { counted, lines, text: JSON.stringify(lines) };
}

const guess = (email: string, address: string) =>
  api('POST', '/login', { json: { email_address: email, password: 'x' }, address });

test('a failed login is logged with the account, and hashes of address and network', async () => {
  const { id, email } = await registerCustomer(api);
  const seen = await reported(async () => {
    await guess(email, '198.51.100.1');
    await guess(newEmail(), '198.51.100.1');
  });
  expect(seen.counted).toEqual(['failed_login', 'failed_login']);
  const [known, unknown] = seen.lines;
  expect(known).toMatchObject({ level: 'warn', accountId: id, msg: 'Refused a login' });
  expect(unknown).not.toHaveProperty('accountId');
  expect(known?.networkHash).toBe(unknown?.networkHash);
  expect(seen.text).not.toMatch(/198\.51|example\.org/);
  // without a key, trying all addresses would find it
  const plain = createHash('sha256').update('198.51.100.1').digest('base64url');
  expect(plain).not.toContain(known?.networkHash);
});

test('a lock-out is counted each time, and logged once in its window with the bucket', async () => {
  const email = newEmail();
  const seen = await reported(async () => {
    for (let i = 0; i < 25; i++) await guess(email, '198.51.100.2');
  });
  expect(seen.counted.filter((event) => event === 'lock_out')).toHaveLength(5);
  const lockOuts = seen.lines.filter(({ event }) => event === 'lock_out');
  expect(lockOuts).toHaveLength(1);
  const { rowCount } = await database.pool.query(`select from rate_limit where bucket = $1`, [
    lockOuts[0]?.bucket,
  ]);
  expect(rowCount).toBe(1);
});

test('changed credentials are logged with the account and nothing else', async () => {
  const { id, email, token } = await registerCustomer(api);
  // only a verified address can undo its replacement
  await database.pool.query('update account set email_verified_at = now() where id = $1', [id]);
  const seen = await reported(async () => {
    const changed = newEmail();
    const json = {
      email: changed,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      current_password: PASSWORD,
    };
    await api('PUT', `/${id}`, { json, bearer: token });
    await verifyCustomer(api, database, changed);
    const link = await newestLink(database, email, 'email-changed');
    const undo = { token: link.searchParams.get('token') };
    await api('POST', '/api/email/undo-change', { json: undo });
    const reset = await newestLink(database, email, 'password-reset');
    await api('POST', '/api/reset-password', {
      json: {
        token: reset.searchParams.get('token'),
        email_address: email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    });
  });
  expect(seen.counted).toEqual([
    'email_change',
    'password_change',
    'email_change_undone',
    'password_change',
  ]);
  for (const line of seen.lines)
    expect(Object.keys(line)).toEqual(['level', 'time', 'event', 'accountId', 'msg']);
});

test('a post from a page of another site is logged with the path only', async () => {
  const headers = { origin: 'https://evil.example' };
  const seen = await reported(() =>
    api('POST', '/api/contact?name=secret', { form: { email: newEmail() }, headers }),
  );
  expect(seen.counted).toEqual(['foreign_origin']);
  expect(seen.lines).toHaveLength(1);
  expect(seen.lines[0]).toMatchObject({ path: '/api/contact' });
  expect(seen.text).not.toMatch(/evil|secret/);
});

test('an attack does not fill the log', async () => {
  const report = newReport();
  const seen = await reported(() => {
    for (let i = 0; i < 5000; i++) report('foreign_origin', {});
    return Promise.resolve();
  });
  expect(seen.counted).toHaveLength(5000);
  expect(seen.lines.length).toBeLessThan(200);
});
