import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { EndpointName } from '#contract/paths.ts';
import type { Bearer } from '../http/call.ts';
import { networkOf } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type CountedBy, shopCalls, shopRates, windowRules } from './rate-limit-rules.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Counts a call before it is handled; 429 with Retry-After for too many. */
export type Limit = (
  name: EndpointName,
  context: RequestContext,
  /** Validated parameters and body. */
  fields: unknown,
  bearer?: Bearer | null,
) => Promise<void>;

type Fields = Record<string, unknown>;

/**
 * Applies rate-limit-rules.ts: all processes share the limits on accounts and mails through the database; the limits
 * of the shop apply to each process. `enabled: false` (RATE_LIMIT=off) allows everything.
 */
export function createLimiter(pool: Pool, enabled: boolean): Limit {
  if (!enabled) return () => Promise.resolve();
  const sessions = createTokenBuckets(shopRates.session);
  const addresses = createTokenBuckets(shopRates.address);

  const limitShop = (context: RequestContext, fields: Fields): void => {
    const session = fields.sessionId ?? context.cookieSession;
    const wait = Math.max(
      addresses.take(networkOf(context.address)),
      typeof session === 'string' ? sessions.take(session) : 0,
    );
    if (wait > 0) throw new Problem('too_many', { retryAfter: wait });
  };

  return async (name, context, given, bearer = null) => {
    const fields = (given ?? {}) as Fields;
    if (shopCalls.has(name)) limitShop(context, fields);
    const counted = countedAs(name, fields, bearer);
    if (counted !== null) await countHits(pool, bucketsOf(counted, context, fields, bearer));
  };
}

/** The call whose rules apply; null for calls without rules. */
function countedAs(name: EndpointName, fields: Fields, bearer: Bearer | null): EndpointName | null {
  const fills = (field: string) => typeof fields[field] === 'string' && fields[field] !== '';
  // the checkout's form creates an account, too
  if (name === 'saveDeliveryDetails') return fills('password') && !bearer ? 'register' : null;
  // a new name is no guess at a password
  if (name === 'updateUser') return fills('current_password') ? 'updateUser' : null;
  return name in windowRules ? name : null;
}

interface Bucket {
  key: string;
  hits: number;
  seconds: number;
}

function bucketsOf(
  name: EndpointName,
  context: RequestContext,
  fields: Fields,
  bearer: Bearer | null,
): Bucket[] {
  const address = networkOf(context.address);
  const named = fields.email_address ?? fields.email;
  const email = typeof named === 'string' ? named.toLowerCase() : '';
  const subjects: Record<CountedBy, string> = {
    address,
    email,
    'email at address': `${email} ${address}`,
    account: String(bearer?.accountId ?? ''),
    session: typeof fields.sessionId === 'string' ? fields.sessionId : '',
  };
  return (windowRules[name] ?? []).map(({ by, hits, minutes }) => ({
    // hashed: the table need not show whose it is
    key: `${name} by ${by}: ${hash(subjects[by])}`,
    hits,
    seconds: minutes * 60,
  }));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

async function countHits(pool: Pool, buckets: Bucket[]): Promise<void> {
  // one statement, sorted: two requests never deadlock
  const sorted = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await pool.query<{ bucket: string; hits: number; seconds_left: number }>({
    name: 'count_hits',
    text: `insert into rate_limit as r (bucket, window_ends_at, hits)
      select key, now() + make_interval(secs => seconds), 1
      from unnest($1::text[], $2::float8[]) with ordinality as given (key, seconds, place)
      order by place
      on conflict (bucket) do update set
        hits = case when r.window_ends_at > now() then least(r.hits + 1, 1000000) else 1 end,
        window_ends_at = case when r.window_ends_at > now() then r.window_ends_at
          else excluded.window_ends_at end
      returning bucket, hits, extract(epoch from window_ends_at - now())::float8 as seconds_left`,
    values: [sorted.map((b) => b.key), sorted.map((b) => b.seconds)],
  });
  const waits = rows
    .filter((row) => row.hits > (sorted.find((b) => b.key === row.bucket)?.hits ?? 0))
    .map((row) => row.seconds_left);
  if (waits.length > 0) throw new Problem('too_many', { retryAfter: Math.max(...waits) });
}
