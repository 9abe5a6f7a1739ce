import type { Pool } from 'pg';
import { confirmAccountSubscription } from '../newsletter/account-subscription.ts';
import { Problem } from '../platform/http/problem.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/**
 * Verifies the address that the link was mailed to. Returns when it was first verified, because mail scanners fetch
 * a link more than once. 403 for a wrong or expired link, or when the account has another address by now (api.md,
 * Accounts).
 */
export async function verifyEmail(
  pool: Pool,
  link: { accountId: string; token: string },
): Promise<Date> {
  if (!/^\d{1,9}$/.test(link.accountId)) throw new Problem('verification_failed');
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number; email: string; verified_at: Date }>(
      `update account a set email_verified_at = coalesce(a.email_verified_at, now())
       from one_time_token t
       where t.token_hash = $1 and t.purpose = 'verify' and t.account_id = $2
         and t.expires_at > now() and a.id = t.account_id and lower(a.email) = lower(t.email)
       returning a.id, a.email, a.email_verified_at as verified_at`,
      [hashToken(link.token), Number(link.accountId)],
    );
    const account = rows[0];
    if (account === undefined) throw new Problem('verification_failed');
    await confirmAccountSubscription(client, account.id, account.email);
    return account.verified_at;
  });
}
