import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { networkOf } from '../platform/client-address.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { ACCESS_TOKEN_DAYS } from '#contract/constants.ts';
import { Problem } from '../platform/problem.ts';
import { hashToken, randomToken, type SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Customer, Visitor } from '../operations/caller.ts';
import type { May } from '../operations/define.ts';
import type { LimitedCaller } from '../operations/limit.ts';

/** Saves the network from which an account signs in; as a keyed hash, because an address is personal data. */
async function saveKnownNetwork(
  client: Pool | PoolClient,
  tokens: SignedTokens,
  accountId: number,
  address: string,
): Promise<void> {
  await client.query(
    `insert into account_network (account_id, network) values ($1, $2)
     on conflict (account_id, network) do update set signed_in_at = now()`,
    [accountId, hashNetwork(tokens, address)],
  );
}

/**
 * Whether the owner of the account with this e-mail has signed in from the visitor's network or browser: then limits
 * by account alone do not apply (SECURITY.md).
 */
export async function isKnownVisitor(
  pool: Pool,
  tokens: SignedTokens,
  email: string,
  { address, knownAccounts = [] }: LimitedCaller,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from account a where a.email_key = email_key($1) and (a.id = any ($2)
       or exists (select from account_network n where n.account_id = a.id and n.network = $3))`,
    [email, knownAccounts, hashNetwork(tokens, address)],
  );
  return rowCount === 1;
}

/** A network as the database stores it. */
export function hashNetwork(tokens: SignedTokens, address: string): Buffer {
  return createHmac('sha256', tokens.deriveKey('networks')).update(networkOf(address)).digest();
}

/** The account of an access token, and the token. */
export interface Bearer {
  accountId: number;
  token: string;
}

/** The visitor who signs in. */
export interface SignInVisitor {
  address: string;
  /** The token of the browser's earlier session, which ends. */
  replacedToken: string | null;
}

/**
 * Signs the customer in and returns the new access token, valid for ACCESS_TOKEN_DAYS. Only its hash is stored. The
 * visitor's network is known to the account from now on.
 */
export async function startSession(
  client: Pool | PoolClient,
  tokens: SignedTokens,
  accountId: number,
  { address, replacedToken }: SignInVisitor,
): Promise<string> {
  const token = randomToken();
  await client.query(
    `with ended as (delete from access_token where token_hash = $4)
     insert into access_token (token_hash, account_id, expires_at)
     values ($1, $2, now() + make_interval(days => $3))`,
    [
      hashToken(token),
      accountId,
      ACCESS_TOKEN_DAYS,
      replacedToken === null ? null : hashToken(replacedToken),
    ],
  );
  await saveKnownNetwork(client, tokens, accountId, address);
  return token;
}

/** `last_used_at` is exact to this many minutes, so that most requests write nothing. */
const LAST_USED_MINUTES = 10;

/** The customer of an access token. 401 for an unknown or ended one, 419 for an expired one (api.md, Conventions). */
export async function authenticate(pool: Pool, token: string): Promise<Bearer> {
  const hash = hashToken(token);
  const { rows } = await pool.query<{
    account_id: number;
    is_valid: boolean;
    is_outdated: boolean;
  }>({
    name: 'authenticate',
    text: `select account_id, expires_at > now() as is_valid,
       coalesce(last_used_at, created_at) < now() - make_interval(mins => $2) as is_outdated
     from access_token where token_hash = $1`,
    values: [hash, LAST_USED_MINUTES],
  });
  const session = rows[0];
  if (session === undefined) throw new Problem('unauthorized');
  if (!session.is_valid) throw new Problem('session_expired');
  if (session.is_outdated) {
    await pool.query(`update access_token set last_used_at = now() where token_hash = $1`, [hash]);
  }
  return { accountId: session.account_id, token };
}

/** The customer of the visitor's token, where an operation may know one. 401 unknown or ended, 419 expired. */
export async function identify(
  pool: Pool,
  may: May,
  visitor: Visitor | Customer,
): Promise<Visitor | Customer> {
  const { kind, token } = visitor;
  if (kind === 'customer' || (may !== 'visitor' && may !== 'customer')) return visitor;
  if (token === null && may === 'customer') throw new Problem('unauthorized');
  if (token === null) return visitor;
  return { ...visitor, ...(await authenticate(pool, token)), kind: 'customer' };
}

/** The valid sessions of a customer, last used first. */
export async function listSessions(pool: Pool, { accountId, token }: Bearer) {
  const { rows } = await pool.query<{ created_at: Date; last_used_at: Date; is_current: boolean }>(
    `select created_at, coalesce(last_used_at, created_at) as last_used_at, token_hash = $2 as is_current
     from access_token where account_id = $1 and expires_at > now()
     order by is_current desc, last_used_at desc`,
    [accountId, hashToken(token)],
  );
  return rows.map(({ created_at: createdAt, last_used_at: lastUsedAt, is_current: isCurrent }) => ({
    createdAt: toBerlinIso(createdAt),
    lastUsedAt: toBerlinIso(lastUsedAt),
    isCurrent,
  }));
}

/** Logs out everywhere, this browser included. */
export async function endAllSessions(
  pool: Pool,
  { accountId, token }: Bearer,
  cartSession: string | null,
): Promise<void> {
  await endSession(pool, token, cartSession);
  await pool.query(`delete from access_token where account_id = $1`, [accountId]);
}

/**
 * Logs out: deletes the token, and the details saved with the browser's cart, so that the next person at this
 * browser does not see them (product.md 4).
 */
export async function endSession(
  pool: Pool,
  token: string,
  cartSession: string | null,
): Promise<void> {
  await pool.query(
    `with ended as (delete from access_token where token_hash = $1)
     delete from delivery_details
     where cart_id in (select id from cart where session_id = $2 and ended_at is null)`,
    [hashToken(token), cartSession],
  );
}
