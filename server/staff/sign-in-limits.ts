import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import type { Language } from '#contract/language.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { hashNetwork } from '../accounts/sessions.ts';
import { networksOf } from '../platform/client-address.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { LARGER_NETWORK_FACTOR } from '../platform/security/rate-limit.ts';
import { mailLanguageSql } from './staff-mails.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../platform/problem.ts';
import { type Caller } from '../operations/caller.ts';

// Failed attempts to sign in (office.md 2.7), in the database, for all processes at once. Unknown addresses count like
// any other.
const MAX_FAILED_COUNT = 10;
const MAX_FAILED_EVERYWHERE_COUNT = 30;
const MAX_FAILED_IN_NETWORK_COUNT = 100;
const WINDOW_MINUTES = 10;
const EVERYWHERE_MINUTES = 60;
const LOCK_MINUTES = 15;

/** An attempt that counts as failed until `forgiveAttempt` is called. */
export interface SignInAttempt {
  id: number | null;
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const hashEmail = (email: string): Buffer => hash(`staff ${toEmailKey(email)}`);

/** An entered address has a space there, so that none is the key of a session. */
const keyOfSession = (sessionId: number | null): string => `staff-session ${sessionId}`;

interface CountRow {
  locked: number | null;
  here: number;
  here_left: number | null;
  everywhere: number;
  network: number;
  network_left: number | null;
}

type LimitDeps = Pick<Deps, 'pool' | 'env' | 'tokens'>;
type Visitor = Pick<Caller, 'address' | 'knownAccounts'>;

/**
 * Counts a sign-in before it is checked, so that concurrent ones do not get past the limits. `email` is null for
 * passkeys, to which only the limit of the network applies. The limit from anywhere slows strangers only. Throws 429.
 */
export async function countSignIn(
  deps: LimitDeps,
  email: string | null,
  visitor: Visitor,
): Promise<SignInAttempt> {
  const networks = networksOf(visitor.address);
  if (email === null) return await countAttempt(deps, null, networks);
  const isKnown = await isKnownVisitor(deps, email, visitor);
  return await countAttempt(deps, hashEmail(email), networks, isKnown);
}

/** Counts a step-up of a session like a sign-in, but by the session alone: nobody else uses up its attempts. */
export async function countStepUp(
  deps: LimitDeps,
  sessionId: number | null,
): Promise<SignInAttempt> {
  const key = keyOfSession(sessionId);
  return await countAttempt(deps, hash(key), [key]);
}

async function countAttempt(
  { pool, env }: LimitDeps,
  subject: Buffer | null,
  [network, larger]: [string, ...string[]],
  isKnown = false,
): Promise<SignInAttempt> {
  if (!env.hasRateLimit) return { id: null };
  return await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('staff sign-in', 0))`);
    const wait = waitOf(await countFailures(client, subject, network), isKnown);
    const widerWait = larger === undefined ? 0 : await findWaitAround(client, larger);
    if (wait > 0 || widerWait > 0) throw tooManyAttempts(Math.max(wait, widerWait));
    const { rows } = await client.query<{ id: string }>(
      `insert into staff_attempt (email_hash, network) values ($1, $2) returning id`,
      [subject, network],
    );
    return { id: Number(rows[0]?.id) };
  });
}

/** Whether the person with this e-mail has signed in from the visitor's network or browser in the last 180 days. */
async function isKnownVisitor(
  { pool, tokens }: LimitDeps,
  email: string,
  { address, knownAccounts }: Visitor,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from staff p where p.email_key = email_key($1) and (p.id = any ($2) or exists (
       select from staff_session s where s.staff_id = p.id and s.network = $3
         and s.created_at > now() - interval '180 days'))`,
    [toEmailKey(email), knownAccounts, hashNetwork(tokens, address)],
  );
  return rowCount === 1;
}

async function countFailures(
  client: PoolClient,
  subject: Buffer | null,
  network: string,
): Promise<CountRow | undefined> {
  const { rows } = await client.query<CountRow>(
    `with mine as (
       select network, created_at from staff_attempt
       where email_hash = $1 and created_at > now() - make_interval(mins => ${EVERYWHERE_MINUTES})
     ), here as (
       select created_at from mine
       where network = $2 and created_at > now() - make_interval(mins => ${WINDOW_MINUTES})
     ), around as (
       select created_at from staff_attempt
       where network = $2 and created_at > now() - make_interval(mins => ${WINDOW_MINUTES})
       limit ${MAX_FAILED_IN_NETWORK_COUNT}
     ), lock as (select ends_at from staff_lock where email_hash = $1)
     select (select extract(epoch from ends_at - now())::float8 from lock where ends_at > now()) as locked,
       (select count(*)::integer from here) as here,
       (select extract(epoch from min(created_at) - now())::float8 + ${WINDOW_MINUTES * 60} from here) as here_left,
       (select count(*)::integer from mine
        where created_at > coalesce((select ends_at from lock), '-infinity')) as everywhere,
       (select count(*)::integer from around) as network,
       (select extract(epoch from min(created_at) - now())::float8 + ${WINDOW_MINUTES * 60} from around) as network_left`,
    [subject, network],
  );
  return rows[0];
}

/** Seconds until another attempt from a /48, with which its /56 networks begin, is allowed; 0: now. */
async function findWaitAround(client: PoolClient, larger: string): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    `select greatest(1, extract(epoch from min(created_at) - now()) + ${WINDOW_MINUTES * 60})::float8 as left
     from staff_attempt
     where network like $1 || ':%' and created_at > now() - make_interval(mins => ${WINDOW_MINUTES})
     having count(*) >= ${MAX_FAILED_IN_NETWORK_COUNT * LARGER_NETWORK_FACTOR}`,
    [larger],
  );
  return rows[0]?.left ?? 0;
}

/** Seconds until another attempt is allowed; 0: now. */
function waitOf(row: CountRow | undefined, isKnown: boolean): number {
  if (row === undefined) return 0;
  if (row.locked !== null && !isKnown) return row.locked;
  if (row.everywhere >= MAX_FAILED_EVERYWHERE_COUNT && !isKnown) return LOCK_MINUTES * 60;
  if (row.here >= MAX_FAILED_COUNT) return Math.max(1, row.here_left ?? 0);
  return row.network >= MAX_FAILED_IN_NETWORK_COUNT ? Math.max(1, row.network_left ?? 0) : 0;
}

/** 429 with the seconds to wait. */
function tooManyAttempts(seconds: number): Problem {
  const values = { minutes: Math.ceil(seconds / 60) };
  const { de, en } = staffTexts.tooMany;
  return new Problem('too_many', {
    message: { de: de(values), en: en(values) },
    retryAfter: seconds,
  });
}

/** The attempt succeeded: it no longer counts. */
export async function forgiveAttempt(client: PoolClient, { id }: SignInAttempt): Promise<void> {
  if (id !== null) await client.query(`delete from staff_attempt where id = $1`, [id]);
}

/**
 * After a failed attempt: locks password sign-in of an address, or with `sessionId` the step-up of a session, that
 * failed too often, and notifies its owner.
 */
export async function lockIfDue(
  pool: Pool,
  email: string,
  sessionId: number | null = null,
): Promise<void> {
  const subject = sessionId === null ? hashEmail(email) : hash(keyOfSession(sessionId));
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('staff sign-in', 0))`);
    const counts = await countFailures(client, subject, '');
    if (counts === undefined || counts.locked !== null) return;
    if (counts.everywhere < MAX_FAILED_EVERYWHERE_COUNT) return;
    await client.query(
      `insert into staff_lock (email_hash, ends_at) values ($1, now() + make_interval(mins => ${LOCK_MINUTES}))
       on conflict (email_hash) do update set ends_at = excluded.ends_at`,
      [subject],
    );
    await queueLockedMail(client, email);
  });
}

async function queueLockedMail(client: PoolClient, email: string): Promise<void> {
  const { rows } = await client.query<{ id: number; email: string; language: Language }>(
    `select id, email, ${mailLanguageSql} as language from staff
     where email_key = email_key($1) and disabled_at is null`,
    [toEmailKey(email)],
  );
  const [staff] = rows;
  if (staff === undefined) return;
  await queueMail(client, {
    kind: 'staff-locked',
    recipient: staff.email,
    language: staff.language,
    facts: { staffId: staff.id },
    eventKey: `staff-locked-${staff.id}-${Date.now()}`,
  });
}
