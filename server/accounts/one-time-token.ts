import type { Pool } from 'pg';
import { RESET_TOKEN_MINUTES } from '#contract/constants.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';

/** Lifetime in minutes; a verification link must survive a long weekend in a mailbox. */
const lifetimeMinutes = { reset: RESET_TOKEN_MINUTES, verify: 7 * 24 * 60 };

/**
 * Creates a token for a link in a mail to this address. Only its hash is stored; earlier tokens stay valid. Null
 * when the account has another address by now, so that the old one gets no access to the account.
 */
export async function createOneTimeToken(
  pool: Pool,
  purpose: keyof typeof lifetimeMinutes,
  owner: { accountId: number; email: string },
): Promise<string | null> {
  const token = randomToken();
  const { rowCount } = await pool.query(
    `insert into one_time_token (token_hash, account_id, purpose, email, expires_at)
     select $1, id, $2, $5, now() + make_interval(mins => $3)
     from account where id = $4
       and (email_key = email_key($5) or $2 = 'verify' and pending_email_key = email_key($5))`,
    [hashToken(token), purpose, lifetimeMinutes[purpose], owner.accountId, owner.email],
  );
  return rowCount === 1 ? token : null;
}
