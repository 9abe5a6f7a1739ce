import type { Pool, PoolClient } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { Problem, conflict } from '../platform/problem.ts';
import { staffTexts } from '#messages/office/staff.ts';
import type { Env } from '../settings/env.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Context } from '../operations/define.ts';
import type { Deps } from '../deps.ts';
import { staffOf, type StaffCaller } from '../operations/caller.ts';
import { createSetupKey, describeKey } from './one-time-codes.ts';
import { createPasskeySetup } from './passkeys.ts';
import { drawQrCode, type QrCode } from '../drawing/draw-qr-code.ts';

/** A one-time key that is being set up. */
interface NewKey {
  /** Base32 in groups of four. */
  key: string;
  /** `otpauth:` */
  uri: string;
  qr: QrCode;
}

export interface OwnAccount {
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  isDemo: boolean;
  wantsAlarms: boolean;
  hasPassword: boolean;
  hasOneTimeKey: boolean;
  recoveryCodesLeft: number;
  passkeys: { id: number; name: string; createdAt: string; usedAt: string | null }[];
  sessions: { id: number; browser: string; since: string; seen: string; isCurrent: boolean }[];
  /** null when a step-up is due. */
  newKey: NewKey | null;
  /** For the browser's library. */
  passkeySetup: object;
}

/** A person's account with its credentials. */
export interface StaffAccount {
  id: number;
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  password_hash: string | null;
  has_codes: boolean;
  is_demo: boolean;
  is_disabled: boolean;
}

const columns = `id, name, email, role, language, password_hash, totp_secret is not null as has_codes, is_demo,
  disabled_at is not null as is_disabled`;

/** The account with this e-mail that may sign in; null without one. */
export async function findAccountByEmail(pool: Pool, email: string): Promise<StaffAccount | null> {
  const { rows } = await pool.query<StaffAccount>(
    `select ${columns} from staff where email_key = email_key($1) and disabled_at is null`,
    [toEmailKey(email)],
  );
  return rows[0] ?? null;
}

/** The account with this id, locked in a transaction. Throws 404. */
export async function lockAccount(client: PoolClient, id: number): Promise<StaffAccount> {
  const { rows } = await client.query<StaffAccount>(
    `select ${columns} from staff where id = $1 for update`,
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/**
 * Locks the account whose password was checked before the transaction; null if it was disabled or got another password
 * in the meantime.
 */
export async function lockCheckedAccount(
  client: PoolClient,
  { id, password_hash: checkedHash }: StaffAccount,
): Promise<StaffAccount | null> {
  const account = await lockAccount(client, id);
  return account.is_disabled || account.password_hash !== checkedHash ? null : account;
}

/** The account with this id. Throws 404. */
export async function getAccount(pool: Pool, id: number): Promise<StaffAccount> {
  const { rows } = await pool.query<StaffAccount>(`select ${columns} from staff where id = $1`, [
    id,
  ]);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** Locks the administrators, so that two people at a time cannot remove each other. Call before any change of them. */
export async function lockAdministrators(client: PoolClient): Promise<void> {
  await client.query(`select from staff where role = 'admin' order by id for update`);
}

/**
 * Throws 409 unless at least one active administrator is left (office.md 2.10). Call after an administrator was
 * changed.
 */
export async function requireAdministrator(client: PoolClient, env: Env): Promise<void> {
  const { rowCount } = await client.query(
    `select from staff where disabled_at is null and role = 'admin' and (not is_demo or $1) limit 1`,
    [hasDemoStaff(env)],
  );
  if (rowCount === 0) throw conflict(staffTexts.lastAdministrator);
}

interface AccountRow {
  has_password: boolean;
  has_one_time_key: boolean;
  wants_alarms: boolean;
  codes_left: number;
}

/** Data for the page of the signed-in person's own account (office.md 2.9). */
export async function readOwnAccount(context: Context): Promise<OwnAccount> {
  const { deps } = context;
  const caller = staffOf(context.caller);
  const { id, sessionId } = caller;
  const { pool, tokens, festival } = deps;
  const staff = await getAccount(pool, id);
  const { rows } = await pool.query<AccountRow>(
    `select password_hash is not null as has_password, totp_secret is not null as has_one_time_key, wants_alarms,
       (select count(*)::integer from staff_recovery_code where staff_id = $1 and used_at is null) as codes_left
     from staff where id = $1`,
    [id],
  );
  const passkeys = await listPasskeys(pool, id);
  const { name } = festival.content();
  const seed = await setupSeedOf(pool, id, sessionId);
  const setup = describeKey(createSetupKey(tokens, seed), staff.email, name);
  return {
    name: staff.name,
    email: staff.email,
    role: staff.role,
    language: staff.language,
    isDemo: staff.is_demo,
    wantsAlarms: rows[0]?.wants_alarms ?? false,
    hasPassword: rows[0]?.has_password ?? false,
    hasOneTimeKey: rows[0]?.has_one_time_key ?? false,
    recoveryCodesLeft: rows[0]?.codes_left ?? 0,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: toBerlinIso(passkey.created_at),
      usedAt: toBerlinIso(passkey.used_at),
    })),
    sessions: await listSessions(deps, caller),
    newKey: caller.isConfirmed ? { ...setup, qr: drawQrCode(setup.uri) } : null,
    passkeySetup: await createPasskeySetup(deps, `setup ${id}`, {
      email: staff.email,
      festival: name,
      ids: passkeys.map((passkey) => passkey.credential_id),
    }),
  };
}

/** The seed of a new one-time key: changes with every step-up, which renews the session, and with each key. */
export async function setupSeedOf(
  pool: Pool,
  staffId: number,
  sessionId: number | null,
): Promise<string> {
  const { rows } = await pool.query<{ secret: string | null; session: string | null }>(
    `select encode(totp_secret, 'hex') as secret,
       (select encode(token_hash, 'hex') from staff_session where id = $2) as session
     from staff where id = $1`,
    [staffId, sessionId],
  );
  return `staff ${staffId} ${rows[0]?.session ?? ''} ${rows[0]?.secret ?? ''}`;
}

async function listPasskeys(pool: Pool, staffId: number) {
  const { rows } = await pool.query<{
    id: number;
    credential_id: string;
    name: string;
    created_at: Date;
    used_at: Date | null;
  }>(
    `select id, credential_id, name, created_at, used_at from staff_passkey where staff_id = $1 order by id`,
    [staffId],
  );
  return rows;
}

async function listSessions({ pool, env }: Deps, { id, role, sessionId }: StaffCaller) {
  const { rows } = await pool.query<{
    id: number;
    user_agent: string;
    created_at: Date;
    seen_at: Date;
  }>(
    `select id, user_agent, created_at, seen_at from staff_session
     where staff_id = $1 and ended_at is null and created_at > now() - make_interval(secs => $2::float8 * 3600)
       and seen_at > now() - make_interval(secs => $3::float8 * 60) order by id desc`,
    [id, env.staffSessionHours, env.staffIdleMinutes * (role === 'door' ? 8 : 1)],
  );
  return rows.map((row) => ({
    id: row.id,
    browser: row.user_agent,
    since: toBerlinIso(row.created_at),
    seen: toBerlinIso(row.seen_at),
    isCurrent: row.id === sessionId,
  }));
}
