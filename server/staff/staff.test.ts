import { describe, expect, test } from 'vitest';
import type { CommandName } from '#contract/office/commands.ts';
import { roles } from '#contract/office/staff.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice, runCommand } from '#test/office.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { hashPassword } from '../people/passwords.ts';
import { inTransaction } from '../platform/database/database.ts';
import { recordRefusedAccess } from '../audit/record-refused-access.ts';
import { createInvitation, findInvitation } from './invitations.ts';
import { createDemoStaff, listDemoAccounts } from './staff-password.ts';
import { listStaff } from './staff-members.ts';
import { replaceRecoveryCodes } from './one-time-codes.ts';
import { findSession, startStaffSession } from './staff-sessions.ts';

const secret = { APP_SECRET: 'a secret for tests, 32 characters' };
const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database, 'admin');
const { deps, caller } = office;

const limited = { ...deps, env: parseEnv({ ...secret, RATE_LIMIT: 'on' }) };

/** Runs a command as a stranger from this address, with limits. */
const runAsStranger = (
  name: CommandName,
  input: Record<string, unknown>,
  address = '192.0.2.1',
  knownAccounts: number[] = [],
) => runCommand(limited, name, input, { ...caller, address, knownAccounts, kind: 'visitor' });

async function createStaff(role: string, password: string | null = null) {
  const email = `${crypto.randomUUID()}@example.org`;
  const hash = password === null ? null : await hashPassword(password, '');
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff (email, name, role, password_hash, totp_secret) values ($1, 'Nina', $2, $3, '\\x00') returning id`,
    [email, role, hash],
  );
  return { id: rows[0]?.id ?? 0, email };
}

const startSession = (id: number) =>
  inTransaction(pool, (client) =>
    startStaffSession(client, id, { userAgent: 'Firefox/1', network: null }),
  );

const countMails = async (kind: string, recipient: string) =>
  (await pool.query(`select from mail where kind = $1 and recipient = $2`, [kind, recipient]))
    .rowCount;

describe('administrators', () => {
  const last = 'There must be at least one active administrator.';

  test('at least one is always left, even when two disable each other', async () => {
    expect((await office.run('staff:disable', { id: office.staffId })).problem).toMatchObject({
      status: 409,
      message: last,
    });
    const other = await openTestOffice(database, 'admin');
    const results = await Promise.all([
      office.run('staff:disable', { id: other.staffId }),
      other.run('staff:disable', { id: office.staffId }),
    ]);
    expect(results.map(({ problem }) => problem?.message ?? 'done').toSorted()).toEqual(
      ['done', last].toSorted(),
    );
    await pool.query(`update staff set disabled_at = now() where id = $1`, [other.staffId]);
    await pool.query(`update staff set disabled_at = null where id = $1`, [office.staffId]);
  });

  test('nobody changes their own role, also by an invitation', async () => {
    const own = 'Nobody can change their own role.';
    const { rows } = await pool.query<{ email: string }>(`select email from staff where id = $1`, [
      office.staffId,
    ]);
    const role = await office.run('staff:role', { id: office.staffId, role: 'door' });
    expect(role.problem).toMatchObject({ status: 409, message: own });
    const invitation = { email: rows[0]?.email, name: 'Me', role: 'door', language: 'en' };
    expect((await office.run('staff:invite', invitation)).problem?.message).toBe(own);
  });

  test('a new role and disabling end the sessions', async () => {
    const { id } = await createStaff('door');
    for (const [name, input] of [
      ['staff:role', { id, role: 'editor' }],
      ['staff:disable', { id }],
    ] as const) {
      const token = await startSession(id);
      expect((await findSession(pool, deps.env, token)).state).toBe('valid');
      expect((await office.run(name, input)).problem).toBeNull();
      expect((await findSession(pool, deps.env, token)).state).not.toBe('valid');
    }
    const token = await startSession(id);
    expect((await findSession(pool, deps.env, token)).state, 'disabled').toBe('none');
    expect((await office.run('staff:enable', { id })).problem).toBeNull();
    expect((await office.run('staff:disable', { id: 999_999 })).problem?.status).toBe(404);
    expect((await office.run('staff:disable', { id: '1; drop' })).problem?.status).toBe(404);
  });
});

describe('invitations', () => {
  test('of one address by two people at once: both are done, and the last one counts', async () => {
    const other = await openTestOffice(database, 'admin');
    const email = 'doppelt@example.org';
    const invite = (by: typeof office, role: string) =>
      by.run('staff:invite', { email, name: 'Dora', role, language: 'de' });
    const rival = await pool.connect();
    await rival.query('begin');
    await createInvitation(rival, deps.tokens, {
      email,
      name: 'Dora',
      role: 'door',
      language: 'de',
    });
    const second = invite(office, 'editor');
    await waitUntilBlocked(pool, 'staff_invitation');
    await rival.query('commit');
    rival.release();
    expect((await second).problem).toBeNull();
    const find = async () =>
      (await pool.query(`select role from staff_invitation where email = $1`, [email])).rows;
    expect(await find()).toEqual([{ role: 'editor' }]);
    const both = await Promise.all([invite(office, 'door'), invite(other, 'door')]);
    expect(both.map(({ problem }) => problem)).toEqual([null, null]);
    expect(await find()).toEqual([{ role: 'door' }]);
    expect(await countMails('staff-invitation', email)).toBe(4);
  });

  test('that are replaced leave a link that is no longer valid', async () => {
    const invite = () =>
      inTransaction(pool, (client) =>
        createInvitation(client, deps.tokens, {
          email: 'neu@example.org',
          name: 'Nora',
          role: 'door',
          language: 'de',
        }),
      );
    const [former, latest] = [await invite(), await invite()];
    expect(await findInvitation(pool, former.token)).toBeNull();
    expect(await findInvitation(pool, latest.token)).toMatchObject({ name: 'Nora' });
  });
});

describe('the list', () => {
  test('names password and code only for those who have both', async () => {
    const { id } = await createStaff('office', 'Lärche Gletscher 1848');
    const waysOf = async () =>
      (await office.query('staff:list', {})).find((each) => each.id === id)?.hasPassword;
    expect(await waysOf()).toBe(true);
    await pool.query(`update staff set totp_secret = null where id = $1`, [id]);
    expect(await waysOf()).toBe(false);
  });

  test.each([
    ['1', 'active'],
    ['0', 'disabled'],
  ])('with DEMO=%s has the accounts of the demonstration as %s', async (DEMO, state) => {
    await createDemoStaff(pool, deps.tokens);
    const rows = await listStaff({ pool, env: parseEnv({ ...secret, DEMO }) });
    const states = rows.filter(({ isDemo }) => isDemo).map((row) => row.state);
    expect(states).toEqual(roles.map(() => state));
    const ways = rows.filter(({ isDemo }) => isDemo).map((row) => row.hasPassword);
    expect(ways).toEqual(roles.map(() => state === 'active'));
  });
});

describe('sessions', () => {
  test('end when idle, later at the door, and after their maximum hours', async () => {
    const env = parseEnv({ ...secret, STAFF_IDLE_MINUTES: '0.5', STAFF_SESSION_HOURS: '0.1' });
    const after = async (role: string, column: string, seconds: number) => {
      const token = await startSession((await createStaff(role)).id);
      await pool.query(
        `update staff_session set ${column} = now() - make_interval(secs => $1)
         where id = (select max(id) from staff_session)`,
        [seconds],
      );
      const found = await findSession(pool, env, token);
      return found.state === 'over' ? { reason: found.reason } : found.state;
    };
    expect(await after('office', 'seen_at', 28)).toBe('valid');
    expect(await after('office', 'seen_at', 31)).toEqual({ reason: 'idle' });
    expect(await after('door', 'seen_at', 31)).toBe('valid');
    expect(await after('door', 'seen_at', 241)).toEqual({ reason: 'idle' });
    expect(await after('office', 'created_at', 361)).toEqual({ reason: 'long' });
  });

  test('of the demonstration end where money moves', async () => {
    await createDemoStaff(pool, deps.tokens);
    const { rows } = await pool.query<{ id: number }>(
      `select id from staff where is_demo and role = 'office'`,
    );
    const token = await startSession(rows[0]?.id ?? 0);
    const demo = parseEnv({ ...secret, DEMO: '1' });
    expect((await findSession(pool, demo, token)).state).toBe('valid');
    for (const env of [
      parseEnv({ ...secret, DEMO: '0' }),
      { ...demo, isProduction: true },
      { ...demo, stripe: { isTest: false } as Env['stripe'] },
    ]) {
      expect((await findSession(pool, env, token)).state).toBe('none');
      const account = listDemoAccounts(deps.tokens).find(({ role }) => role === 'office');
      const { email, password } = account ?? { email: '', password: '' };
      const entries = { email, password, code: '' };
      const result = await runCommand({ ...deps, env }, 'staff:sign-in', entries, {
        ...caller,
        kind: 'visitor',
      });
      expect(result.problem?.status).toBe(422);
    }
    const refused = await office.run('staff:role', { id: rows[0]?.id, role: 'door' });
    expect(refused.problem?.message).toBe('Accounts of the demonstration cannot be changed.');
  });
});

describe('failed sign-ins', () => {
  const fail = async (email: string, address: string) =>
    (await runAsStranger('staff:sign-in', { email, password: 'wrong', code: '' }, address)).problem;

  test('lock password sign-in after thirty from anywhere, and notify the owner once', async () => {
    const { email } = await createStaff('office', 'Lärche Gletscher 1848');
    const nobody = `${crypto.randomUUID()}@example.org`;
    for (const each of [email, nobody]) {
      for (let count = 0; count < 30; count++) {
        expect((await fail(each, `192.0.2.${Math.floor(count / 10)}`))?.status).toBe(422);
      }
      expect(await fail(each, '198.51.100.1')).toMatchObject({
        status: 429,
        message: 'Too many attempts. Please wait 15 minutes.',
      });
    }
    expect(await countMails('staff-locked', email)).toBe(1);
    expect(await countMails('staff-locked', nobody)).toBe(0);
    const passkey = await runAsStranger('staff:sign-in', { passkey: '{}' }, '198.51.100.1');
    expect(passkey.problem?.status, 'passkeys are still checked').toBe(422);
    const right = { email, password: 'Lärche Gletscher 1848', code: '' };
    expect((await runAsStranger('staff:sign-in', right)).problem?.status).toBe(429);
  });

  test('of strangers lock out neither the places of the owner nor a session', async () => {
    const password = 'Lärche Gletscher 1848';
    const { id, email } = await createStaff('office', password);
    const codes = await inTransaction(pool, (client) =>
      replaceRecoveryCodes(client, deps.tokens, id),
    );
    const home = '2001:db8:1:1::1';
    const enter = (address: string, knownAccounts: number[] = []) => {
      const entries = { email, password, code: codes.pop() };
      return runAsStranger('staff:sign-in', entries, address, knownAccounts);
    };
    const { output } = await enter(home);
    for (let count = 0; count < 30; count++) {
      await fail(email, `198.51.100.${Math.floor(count / 10)}`);
    }
    expect((await enter('198.51.100.9')).problem?.status).toBe(429);
    expect((await enter('198.51.100.9', [id])).problem, 'known browser').toBeNull();
    expect((await enter('2001:db8:1:1::2')).problem, 'known network').toBeNull();
    const found = await findSession(pool, deps.env, String(output?.['token']));
    if (found.state !== 'valid') throw new Error('the session is over');
    const confirm = (entered: string) => {
      const entries = { password: entered, code: codes.pop() };
      const session = { ...caller, id, sessionId: found.session.id, address: '198.51.100.9' };
      return runCommand(limited, 'staff:step-up', entries, session);
    };
    expect((await confirm(password)).problem, 'step-up').toBeNull();
    for (let count = 0; count < 10; count++) {
      expect((await confirm('wrong')).problem?.status).toBe(422);
    }
    expect((await confirm(password)).problem?.status).toBe(429);
  });

  test('are delayed after a hundred from one network', async () => {
    const address = '203.0.113.7';
    for (let count = 0; count < 100; count++) {
      expect(
        (await runAsStranger('staff:sign-in', { passkey: '{}' }, address)).problem?.status,
      ).toBe(422);
    }
    const { problem } = await runAsStranger('staff:sign-in', { passkey: '{}' }, address);
    expect(problem?.status).toBe(429);
    expect(problem?.retryAfterSeconds).toBeGreaterThan(500);
  });
});

describe('the audit log', () => {
  test('cannot be changed, emptied or shortened before its time', async () => {
    await office.run('staff:details', { name: 'Vera Musterfrau' });
    for (const sql of [
      `update audit_event set actor_name = 'nobody'`,
      'delete from audit_event',
      'truncate audit_event',
    ]) {
      const refused = /audit log cannot be changed|not assigned/;
      await expect(pool.query(sql)).rejects.toThrow(refused);
      const asReplica = inTransaction(pool, async (client) => {
        await client.query(`set local session_replication_role = replica`);
        await client.query(sql);
      });
      await expect(asReplica, sql).rejects.toThrow(refused);
    }
    await pool.query(
      `insert into audit_event (created_at, actor_name, command)
       values (now() - interval '13 months', '', 'staff:sign-in'), (now() - interval '13 months', '', 'order:note')`,
    );
    const remove = (command: string) =>
      pool.query(
        `delete from audit_event where created_at < now() - interval '1 year' and command = $1`,
        [command],
      );
    expect((await remove('staff:sign-in')).rowCount).toBe(1);
    await expect(remove('order:note')).rejects.toThrow('audit log');
  });

  test('has no entry for a command that changes nothing', async () => {
    const { id } = await createStaff('editor');
    const count = async () => (await pool.query(`select from audit_event`)).rowCount;
    const settings = { language: 'en', has_alarms: '1' };
    await office.run('staff:settings', settings);
    const before = await count();
    for (const [name, input] of [
      ['staff:enable', { id }],
      ['staff:role', { id, role: 'editor' }],
      ['staff:settings', settings],
    ] as const) {
      expect((await office.run(name, input)).problem).toBeNull();
      expect([name, await count()]).toEqual([name, before]);
    }
    await office.run('staff:disable', { id });
    await office.run('staff:disable', { id });
    expect(await count()).toBe((before ?? 0) + 1);
  });

  test('stores at most 100 refused requests of a network in an hour', async () => {
    const address = '233.252.0.9';
    for (let count = 0; count < 103; count++) {
      await recordRefusedAccess(pool, { staff: null, address }, '/office/staff?q=secret', 'role');
    }
    const { rows } = await pool.query(
      `select count(*)::integer as count, min(thing_id) as page from audit_event
       where network = '233.252.0.0/24' and command = 'access:refused'`,
    );
    expect(rows).toEqual([{ count: 100, page: '/office/staff' }]);
  });

  test('stores no key of a person, which is their e-mail address', async () => {
    const address = '192.88.99.7';
    for (const page of ['/office/people/secret-key', '/office/people/secret-key/erase']) {
      await recordRefusedAccess(pool, { staff: null, address }, page, 'role');
    }
    const { rows } = await pool.query(
      `select thing_id, thing_name from audit_event where network = '192.88.99.0/24' and after->>'reason' = 'role'
       order by id`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['/office/people/…', '/office/people/…'],
      ['/office/people/…/erase', '/office/people/…/erase'],
    ]);
  });

  test('shows the entries of the requested days', async () => {
    await recordRefusedAccess(pool, { staff: null, address: '198.51.100.9' }, '/office', 'role');
    const none = { who: '', what: '', from: '', to: '', thing: '' };
    const count = async (days: { from?: string; to?: string }) =>
      (await office.query('audit:list', { filters: { ...none, ...days } })).rows.length;
    const all = await count({});
    expect(all).toBeGreaterThan(0);
    expect(await count({ from: '2000-01-01', to: '2099-12-31' })).toBe(all);
    expect(await count({ from: '2099-12-31' })).toBe(0);
    expect(await count({ to: '1999-12-31' })).toBe(0);
    // a day that does not exist is ignored
    expect(await count({ from: '2099-02-31' })).toBe(all);
  });

  test('shows the role office only orders, people and mails', async () => {
    const filters = { who: '', what: '', from: '', to: '', thing: '' };
    const other = await openTestOffice(database, 'office');
    await pool.query(
      `insert into audit_event (actor_name, command, thing_kind, thing_id, thing_name)
       values ('Anna', 'staff:role', 'staff', '1', 'Otto')`,
    );
    const seen = (await office.query('audit:list', { filters })).rows;
    expect(seen.some(({ thing }) => thing?.kind === 'staff')).toBe(true);
    const kinds = (await other.query('audit:list', { filters })).rows.map(
      ({ thing }) => thing?.kind,
    );
    expect(kinds).not.toContain('staff');
    expect(kinds).not.toContain('page');
  });
});
