import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import { networksOf } from '../platform/client-address.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { Problem } from '../platform/problem.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { createTokenBuckets, type TokenBuckets } from '../platform/security/token-buckets.ts';
import { type By, findLimits, type RateLimit, type WindowLimit } from './limits.ts';

/** How many times more calls the /48 of an IPv6 address has than a /56 of it: it may have several customers. */
const LARGER_NETWORK_FACTOR = 5;

export interface LimitDeps {
  pool: Pool;
  tokens: SignedTokens;
  /** False with RATE_LIMIT=off: then nothing is counted. */
  env: { hasRateLimit: boolean };
  /** Whether the owner of this e-mail has signed in from the caller's network or browser. */
  isKnownVisitor?: (email: string, caller: LimitedCaller) => Promise<boolean>;
  /** Called with `lock_out` for every refused call; with fields for the first one of a window. */
  report?: ReportSecurityEvent;
}

/** The facts of a caller that limits count by. */
export interface LimitedCaller {
  address: string;
  /** The accounts that have signed in from this browser. */
  knownAccounts?: readonly number[];
  /** The cart session of the cookie; one in the input comes first. */
  cartSession?: string | null;
  /** The token that was sent. */
  token?: string | null;
  /** The signed-in customer. */
  accountId?: number;
  /** The signed-in person of the staff, and the session. */
  id?: number;
  sessionId?: number;
}

/** Counts a call before it is handled, by the table of limits.ts. Throws 429 with Retry-After for too many. */
export async function countHits(
  deps: LimitDeps,
  name: string,
  caller: LimitedCaller,
  input: object,
): Promise<void> {
  const retryAfter = await waitAfterHits(deps, name, caller, input);
  if (retryAfter > 0) throw new Problem('too_many', { retryAfter });
}

/** Counts like `countHits`; returns the seconds to wait if there were too many, otherwise 0. */
export async function waitAfterHits(
  deps: LimitDeps,
  name: string,
  caller: LimitedCaller,
  input: object = {},
): Promise<number> {
  const { limits, subjects, email } = readCall(deps, name, caller, input);
  const refundable: string[] = [];
  // one after the other: a call that one limit refuses does not count for the next
  for (const limit of limits) {
    if ('perSecond' in limit) {
      const wait = takeTokens(limit, subjects[limit.by]);
      if (wait > 0) return wait;
      continue;
    }
    const isKnown =
      limit.knownVisitors !== undefined && (await deps.isKnownVisitor?.(email, caller)) === true;
    if (isKnown && limit.knownVisitors === 'do not count') continue;
    for (const bucket of bucketsOf(deps.tokens, name, limit, subjects)) {
      if (limit.success === 'forgives') refundable.push(bucket.key);
      const { hits, seconds_left: wait } = await countHit(deps.pool, bucket);
      if (hits <= bucket.hits || isKnown) continue;
      deps.report?.('lock_out', hits === bucket.hits + 1 ? { bucket: bucket.key } : undefined);
      await takeBack(deps.pool, refundable);
      return wait;
    }
  }
  return 0;
}

/** Takes back hits of a call that has succeeded, as the table says. */
export async function countSuccess(
  deps: LimitDeps,
  name: string,
  caller: LimitedCaller,
  input: object,
  client: Queryable = deps.pool,
): Promise<void> {
  const buckets = windowsOf(deps, name, caller, input);
  const keysOf = (success: WindowLimit['success']) =>
    buckets.filter(({ limit }) => limit.success === success).map(({ key }) => key);
  await takeBack(client, keysOf('forgives'));
  const text = `delete from rate_limit where bucket = any ($1)`;
  const restarted = keysOf('restarts');
  if (restarted.length > 0) await client.query({ text, values: [restarted] });
}

/** The end of the lock that failed calls have caused; null without one. */
export async function findLock(
  deps: LimitDeps,
  name: string,
  caller: LimitedCaller,
  input: object,
): Promise<Date | null> {
  const bucket = windowsOf(deps, name, caller, input).find(({ limit }) => limit.lockMinutes);
  if (bucket === undefined) return null;
  const { rows } = await deps.pool.query<{ window_ends_at: Date }>(
    `select window_ends_at from rate_limit where bucket = $1 and hits >= $2 and window_ends_at > now()`,
    [bucket.key, bucket.hits],
  );
  return rows[0]?.window_ends_at ?? null;
}

/** The hash by which limits and log name an e-mail or a network. Keyed: all IPv4 addresses could be tried otherwise. */
export function limiterHash(tokens: SignedTokens, text: string): string {
  const key = tokens.deriveKey('limits');
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

type Subjects = Record<By, string[]>;

/** The limits of a call, and whom it counts for; of networks the smallest first. */
function readCall({ env }: LimitDeps, name: string, caller: LimitedCaller, input: object) {
  const fields = input as Record<string, unknown>;
  const { email, cartSession: cart = caller.cartSession } = fields;
  const key = typeof email === 'string' ? toEmailKey(email) : '';
  const isGuess = fields.passkey === undefined;
  const subjects: Subjects = {
    network: networksOf(caller.address),
    email: isGuess ? [key] : [],
    mailbox: [key.replace(/\+[^@]*(?=@[^@]*$)/, '')],
    cart: typeof cart === 'string' ? [cart] : [],
    account: [String(caller.accountId)],
    staff: [String(caller.id)],
    session: isGuess ? [String(caller.sessionId)] : [],
    token: [caller.token ?? ''],
  };
  const fills = (field: string) => typeof fields[field] === 'string' && fields[field] !== '';
  const found = env.hasRateLimit && findLimits(name, caller.accountId !== undefined, fills);
  return { limits: found || [], subjects, email: key };
}

interface Bucket {
  key: string;
  hits: number;
  limit: WindowLimit;
}

/** A bucket for each combination of subjects. */
function bucketsOf(
  tokens: SignedTokens,
  name: string,
  limit: WindowLimit,
  subjects: Subjects,
): Bucket[] {
  const { as = name, by, minutes } = limit;
  const combined = by
    .map((each) => subjects[each])
    .reduce((all, next) => all.flatMap((start) => next.map((end) => `${start} ${end}`)));
  return combined.map((subject, place) => ({
    // hashed: the table must not reveal its owner
    key: `${as} by ${by.join(' and ')} in ${minutes} min: ${limiterHash(tokens, subject)}`,
    hits: place === 0 ? limit.hits : limit.hits * LARGER_NETWORK_FACTOR,
    limit,
  }));
}

function windowsOf(deps: LimitDeps, name: string, caller: LimitedCaller, input: object): Bucket[] {
  const { limits, subjects } = readCall(deps, name, caller, input);
  return limits.flatMap((limit) =>
    'perSecond' in limit ? [] : bucketsOf(deps.tokens, name, limit, subjects),
  );
}

/** Counts one call; refused ones do not extend the window. */
async function countHit(
  pool: Queryable,
  { key, hits, limit }: Bucket,
): Promise<{ hits: number; seconds_left: number }> {
  const { rows } = await pool.query<{ hits: number; seconds_left: number }>({
    name: 'count_hit',
    text: `insert into rate_limit as r (bucket, window_ends_at, hits)
      values ($1, now() + make_interval(mins => $2), 1)
      on conflict (bucket) do update set
        hits = case when r.window_ends_at > now() then r.hits + 1 else 1 end,
        window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at
          when r.hits + 1 = $3 then coalesce(now() + make_interval(mins => $4), r.window_ends_at)
          else r.window_ends_at end
      returning hits, extract(epoch from window_ends_at - now())::float8 as seconds_left`,
    values: [key, limit.minutes, hits, limit.lockMinutes ?? null],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`${key} was not counted`);
  return row;
}

/** Locks the rows in one order, because two calls may share several. */
async function takeBack(client: Queryable, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query({
    text: `update rate_limit r set hits = greatest(r.hits - 1, 0)
      from (select bucket from rate_limit where bucket = any ($1) order by bucket for update) as due
      where r.bucket = due.bucket`,
    values: [keys],
  });
}

const tokenBuckets = new Map<RateLimit, TokenBuckets>();

/** Takes a token for each subject; the seconds to wait if one has none, otherwise 0. */
function takeTokens(limit: RateLimit, subjects: string[]): number {
  const buckets = tokenBuckets.get(limit) ?? createTokenBuckets(limit);
  tokenBuckets.set(limit, buckets);
  return Math.max(0, ...subjects.map((subject) => buckets.take(subject)));
}
