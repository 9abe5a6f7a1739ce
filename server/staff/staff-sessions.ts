import type { SessionEnd } from '#contract/office/office.ts';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import type { Role, Staff } from '#contract/office/staff.ts';
import type { Env } from '../settings/env.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';
import { SECRET_OUTPUT_SECONDS } from '../operations/define.ts';

/** The door app may lie unused for longer (office.md 2.5). */
const DOOR_IDLE_FACTOR = 8;
/** `seen_at` is exact to a tenth of the idle time, and to this many seconds. */
const MAX_SEEN_SECONDS = 30;

/** A session of a person, as found by its cookie. */
export interface StaffSession {
  id: number;
  staff: Staff;
  /** Whether the identity was confirmed within STAFF_STEP_UP_MINUTES. */
  isConfirmed: boolean;
  /** Minutes until the session ends without a request. */
  idleMinutes: number;
}

/**
 * The result of looking up a session: signed in, confirmed a moment ago under another token (of use for a second
 * submission of that form only), over (perhaps by being idle), or unknown.
 */
export type FoundSession =
  | { state: 'valid' | 'renewed'; session: StaffSession }
  | { state: 'over'; staffId: number; reason: SessionEnd }
  | { state: 'none' };

interface SessionRow {
  id: number;
  staff_id: number;
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  is_demo: boolean;
  idle_minutes: number;
  is_idle: boolean;
  over_reason: 'ended' | 'long' | null;
  is_disabled: boolean;
  is_confirmed: boolean;
  is_unseen: boolean;
  is_renewed: boolean;
}

/** Finds a session by the token of its cookie. The database's clock decides, for all processes at once. */
export async function findSession(pool: Pool, env: Env, token: string): Promise<FoundSession> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find_staff_session',
    text: `select s.id, s.staff_id, p.name, p.email, p.role, p.language, p.is_demo, i.idle_minutes,
        s.seen_at < now() - make_interval(secs => i.idle_minutes * 60) as is_idle,
        p.disabled_at is not null or p.is_demo and not $6 as is_disabled,
        case when s.ended_at is not null then 'ended'
          when s.created_at < now() - make_interval(secs => $3::float8 * 3600) then 'long' end as over_reason,
        s.confirmed_at > now() - make_interval(secs => $4::float8 * 60) as is_confirmed,
        s.seen_at < now() - make_interval(secs => least(i.idle_minutes * 6, $5)) as is_unseen,
        s.token_hash <> $1 as is_renewed
      from staff_session s join staff p on p.id = s.staff_id,
        lateral (select $2::float8 * case p.role when 'door' then ${DOOR_IDLE_FACTOR} else 1 end as idle_minutes) i
      where s.token_hash = $1
        or s.former_token_hash = $1 and s.confirmed_at > now() - make_interval(secs => $7)`,
    values: [
      hashToken(token),
      env.staffIdleMinutes,
      env.staffSessionHours,
      env.staffStepUpMinutes,
      MAX_SEEN_SECONDS,
      hasDemoStaff(env),
      SECRET_OUTPUT_SECONDS,
    ],
  });
  const row = rows[0];
  if (row === undefined || row.is_disabled) return { state: 'none' };
  if (row.over_reason !== null || row.is_idle) {
    return { state: 'over', staffId: row.staff_id, reason: row.over_reason ?? 'idle' };
  }
  if (row.is_unseen && !row.is_renewed) {
    await pool.query(`update staff_session set seen_at = now() where id = $1`, [row.id]);
  }
  const { staff_id: id, name, email, role, language, is_demo: isDemo } = row;
  return {
    state: row.is_renewed ? 'renewed' : 'valid',
    session: {
      id: row.id,
      staff: { id, name, email, role, language, isDemo },
      isConfirmed: row.is_confirmed && !row.is_renewed,
      idleMinutes: row.idle_minutes,
    },
  };
}

/** Whether the demonstration's accounts may sign in: never in production or where money moves (office.md 2.11). */
export const hasDemoStaff = (env: Env): boolean =>
  env.hasDemo && !env.isProduction && (env.stripe === undefined || env.stripe.isTest);

/** What a session begins with; `network` as `hashNetwork` makes it. */
interface SessionOrigin {
  userAgent: string;
  network: Buffer | null;
}

/** Starts a session and returns its token; only its hash is stored. */
export async function startStaffSession(
  client: PoolClient,
  staffId: number,
  { userAgent, network }: SessionOrigin,
): Promise<string> {
  const token = randomToken();
  await client.query(
    `with signed_in as (update staff set last_signed_in_at = now() where id = $2)
     insert into staff_session (token_hash, staff_id, user_agent, network) values ($1, $2, $3, $4)`,
    [hashToken(token), staffId, userAgent.slice(0, 300), network],
  );
  return token;
}

/** The id of the session with this token, in the transaction that started it. */
export async function findSessionId(client: PoolClient, token: string): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `select id from staff_session where token_hash = $1`,
    [hashToken(token)],
  );
  return rows[0]?.id ?? null;
}

/** Renews the token of a session after both factors were given again; the old one opens no page. */
export async function renewSession(client: PoolClient, sessionId: number): Promise<string> {
  const token = randomToken();
  await client.query(
    `update staff_session set former_token_hash = token_hash, token_hash = $2, confirmed_at = now(), seen_at = now()
     where id = $1`,
    [sessionId, hashToken(token)],
  );
  return token;
}

/** Ends one session; does nothing for null. */
export async function endStaffSession(client: PoolClient, sessionId: number | null): Promise<void> {
  await client.query(`update staff_session set ended_at = now() where id = $1`, [sessionId]);
}

/** Ends all sessions of a person except one. */
export async function endStaffSessions(
  client: PoolClient,
  staffId: number,
  exceptId: number | null = null,
): Promise<number> {
  const { rowCount } = await client.query(
    `update staff_session set ended_at = now()
     where staff_id = $1 and ended_at is null and id is distinct from $2`,
    [staffId, exceptId],
  );
  return rowCount ?? 0;
}
