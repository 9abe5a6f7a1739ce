import type { Pool, PoolClient } from 'pg';
import { ACCESS_TOKEN_DAYS } from '#contract/constants.ts';
import type { Bearer } from '../platform/http/call.ts';
import { Problem } from '../platform/http/problem.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';

/**
 * Signs the customer in: the new access token, good for 30 days. Only its hash is kept.
 *
 * @param replacedToken of the same browser's earlier session, which ends
 */
export async function startSession(
  client: Pool | PoolClient,
  accountId: number,
  replacedToken: string | null,
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
  return token;
}

/** Whose token this is. 401 for an unknown or ended one, 419 for an expired one (api.md, Conventions). */
export async function authenticate(pool: Pool, token: string): Promise<Bearer> {
  const { rows } = await pool.query<{ account_id: number; good: boolean }>({
    name: 'authenticate',
    text: `select account_id, expires_at > now() as good from access_token where token_hash = $1`,
    values: [hashToken(token)],
  });
  const session = rows[0];
  if (session === undefined) throw new Problem('unauthorized');
  if (!session.good) throw new Problem('session_expired');
  return { accountId: session.account_id, token };
}

/**
 * Logs out: the token is dead at once, and the details typed for the browser's cart go with it, so that
 * nobody after finds them there (product.md 4).
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
