import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import type { EndpointName } from '#contract/paths.ts';
import { networksOf } from '../client-address.ts';
import { Problem } from '../problem.ts';
import { type CountedBy, shopCalls, shopRates, windowRules } from './rate-limit-rules.ts';
import type { ReportSecurityEvent } from './security-events.ts';
import type { SignedTokens } from './signed-tokens.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Who makes a call. */
interface RequestContext {
  address: string;
  cartSession: string | null;
  /** The accounts that have signed in from this browser. */
  knownAccounts: readonly number[];
}

interface Bearer {
  accountId: number;
}

/** Counts a call before it is handled; 429 with Retry-After for too many. */
export type Limit = (
  name: EndpointName,
  context: RequestContext,
  /** Validated parameters and body. */
  fields: unknown,
  bearer?: Bearer | null,
) => Promise<void>;

export interface LimitOptions {
  /** Whether the owner of the account with this e-mail has signed in from the visitor's network or browser. */
  isKnownVisitor?: (email: string, context: RequestContext) => Promise<boolean>;
  /** Called with `lock_out` for every refused call; with fields for the first one of a window. */
  report?: ReportSecurityEvent;
}

type Fields = Record<string, unknown>;

/**
 * Applies rate-limit-rules.ts: all processes share the limits on accounts and mails through the database; the limits
 * of the shop apply to each process. `isEnabled: false` (RATE_LIMIT=off) allows everything.
 */
export function createLimiter(
  { pool, tokens }: { pool: Pool; tokens: SignedTokens },
  isEnabled: boolean,
  options: LimitOptions = {},
): Limit {
  if (!isEnabled) return () => Promise.resolve();
  const { isKnownVisitor = () => Promise.resolve(false), report = () => undefined } = options;
  const sessions = createTokenBuckets(shopRates.session);
  const addresses = createTokenBuckets(shopRates.address);

  const limitShop = (context: RequestContext, fields: Fields): void => {
    const session = fields.sessionId ?? context.cartSession;
    const wait = Math.max(
      ...networksOf(context.address).map((network) => addresses.take(network)),
      typeof session === 'string' ? sessions.take(session) : 0,
    );
    if (wait > 0) throw new Problem('too_many', { retryAfter: wait });
  };

  return async (name, context, given, bearer = null) => {
    const fields = (given ?? {}) as Fields;
    if (shopCalls.has(name)) limitShop(context, fields);
    const counted = countedAs(name, fields, bearer);
    if (counted === null) return;
    const email = emailIn(fields);
    // one after the other: a call that one rule refuses does not fill the buckets of the next
    const { address } = context;
    const session = typeof fields.sessionId === 'string' ? fields.sessionId : '';
    for (const bucket of bucketsOf(tokens, counted, { address, email, session, bearer })) {
      const isExempt = bucket.by === 'email of strangers' && (await isKnownVisitor(email, context));
      if (!isExempt) await countHit(pool, bucket, report);
    }
  };
}

/** The call whose rules apply; null for calls without rules. */
function countedAs(name: EndpointName, fields: Fields, bearer: Bearer | null): EndpointName | null {
  const fills = (field: string) => typeof fields[field] === 'string' && fields[field] !== '';
  // the checkout's form creates an account, too
  if (name === 'saveDeliveryDetails' && bearer !== null) return null;
  if (name === 'saveDeliveryDetails' && fills('password')) return 'register';
  // a new name is not a guess at a password
  if (name === 'updateUser') return fills('current_password') ? 'updateUser' : null;
  return name in windowRules ? name : null;
}

/** How many times more calls the /48 of an IPv6 address has than a /56 of it. */
export const LARGER_NETWORK_FACTOR = 5;

interface Bucket {
  key: string;
  by: CountedBy;
  hits: number;
  seconds: number;
}

function emailIn(fields: Fields): string {
  const named = fields.email_address ?? fields.email;
  return typeof named === 'string' ? toEmailKey(named) : '';
}

/** The mailbox of an e-mail address, for counting only: name+anything is that of name. */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');

/** Facts of a call that rules count by. */
interface Caller {
  address: string;
  email: string;
  /** Session id of the cart. */
  session: string;
  bearer: Bearer | null;
}

function bucketsOf(tokens: SignedTokens, name: EndpointName, caller: Caller): Bucket[] {
  const { session, bearer } = caller;
  const email = name === 'login' ? caller.email : mailboxOf(caller.email);
  const networks = networksOf(caller.address);
  const subjects: Record<CountedBy, string[]> = {
    address: networks,
    'email of strangers': [email],
    'email at address': networks.map((network) => `${email} ${network}`),
    account: [String(bearer?.accountId ?? '')],
    session: [session],
  };
  return (windowRules[name] ?? []).flatMap(({ by, hits, minutes, sharedAs }) =>
    subjects[by].map((subject, place) => ({
      // hashed: the table must not reveal its owner
      key: `${sharedAs ?? name} by ${by}: ${limiterHash(tokens, subject)}`,
      by,
      // the larger network of an address may have several customers
      hits: place === 0 ? hits : hits * LARGER_NETWORK_FACTOR,
      seconds: minutes * 60,
    })),
  );
}

/**
 * The hash by which limits and log name an e-mail address or a network. Keyed: whoever reads one could otherwise try
 * all IPv4 addresses.
 */
export function limiterHash(tokens: SignedTokens, text: string): string {
  const key = tokens.deriveKey('limits');
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

/** Counts one call; refused ones neither extend the window nor count further. */
async function countHit(pool: Pool, bucket: Bucket, report: ReportSecurityEvent): Promise<void> {
  const { rows } = await pool.query<{ hits: number; seconds_left: number }>({
    name: 'count_hit',
    text: `insert into rate_limit as r (bucket, window_ends_at, hits)
      values ($1, now() + make_interval(secs => $2), 1)
      on conflict (bucket) do update set
        hits = case when r.window_ends_at > now() then least(r.hits + 1, $3 + 2) else 1 end,
        window_ends_at = case when r.window_ends_at > now() then r.window_ends_at
          else excluded.window_ends_at end
      returning hits, extract(epoch from window_ends_at - now())::float8 as seconds_left`,
    values: [bucket.key, bucket.seconds, bucket.hits],
  });
  const [row] = rows;
  if (row === undefined || row.hits <= bucket.hits) return;
  const isFirst = row.hits === bucket.hits + 1;
  report('lock_out', isFirst ? { bucket: bucket.key } : undefined);
  throw new Problem('too_many', { retryAfter: row.seconds_left });
}

/** Resets the attempts for an e-mail from an address: its owner has just signed in. */
export async function clearLoginHits(
  { pool, tokens }: { pool: Pool; tokens: SignedTokens },
  email: string,
  address: string,
): Promise<void> {
  const caller = { address, email: toEmailKey(email), session: '', bearer: null };
  const buckets = bucketsOf(tokens, 'login', caller);
  const keys = buckets.filter(({ by }) => by === 'email at address').map(({ key }) => key);
  await pool.query(`delete from rate_limit where bucket = any ($1)`, [keys]);
}
