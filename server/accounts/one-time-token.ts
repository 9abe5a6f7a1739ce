import type { Pool } from 'pg';
import { RESET_TOKEN_MINUTES } from '#contract/constants.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';

/** Lifetime in minutes; a verification link may lie in a mailbox over a long weekend. */
const minutesOf = { reset: RESET_TOKEN_MINUTES, verify: 7 * 24 * 60 };

/**
 * A new token for a link in a mail to this address; only its hash is kept, earlier ones stay good.
 * Null when the address is not the account's: one that was given up gets no key to the account.
 */
export async function createOneTimeToken(
  pool: Pool,
  purpose: keyof typeof minutesOf,
  owner: { accountId: number; email: string },
): Promise<string | null> {
  const token = randomToken();
  const { rowCount } = await pool.query(
    `insert into one_time_token (token_hash, account_id, purpose, email, expires_at)
     select $1, id, $2, email, now() + make_interval(mins => $3)
     from account where id = $4 and email = $5`,
    [hashToken(token), purpose, minutesOf[purpose], owner.accountId, owner.email],
  );
  return rowCount === 1 ? token : null;
}
