import type { Pool, PoolClient } from 'pg';
import { confirmAccountSubscription } from '../newsletter/account-subscription.ts';
import { errorCode } from '../platform/errors.ts';
import { Problem } from '../platform/problem.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { AccountBefore } from './announce-email-change.ts';
import { changeEmail } from './change-email.ts';

/**
 * Verifies the address that the link was mailed to; a pending one becomes the account's. Returns when it was first
 * verified, because mail scanners fetch a link more than once. 403 for a wrong or expired link, when the
 * account has another address by now, or when another account has this one (api.md, Accounts).
 */
export async function verifyEmail(
  pool: Pool,
  link: { accountId: string; token: string },
): Promise<Date> {
  if (!/^\d{1,9}$/.test(link.accountId)) throw new Problem('verification_failed');
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<AccountBefore & { sent_to: string; is_pending: boolean }>(
      `select a.id, a.email, a.email_verified_at, a.language,
         case when email_key(t.email) = a.email_key then a.email else a.pending_email end as sent_to,
         email_key(t.email) <> a.email_key as is_pending
       from one_time_token t join account a on a.id = t.account_id
       where t.token_hash = $1 and t.purpose = 'verify' and a.id = $2 and t.expires_at > now()
         and email_key(t.email) in (a.email_key, a.pending_email_key)
       for update of a`,
      [hashToken(link.token), Number(link.accountId)],
    );
    const account = rows[0];
    if (account === undefined) throw new Problem('verification_failed');
    const email = account.sent_to;
    const verifiedAt = await writeVerified(client, account.id, {
      email,
      isNew: account.is_pending,
    });
    if (account.is_pending) await changeEmail(client, account, email);
    await confirmAccountSubscription(client, account.id, email);
    return verifiedAt;
  }).catch((error: unknown) => {
    const isTaken = error instanceof Problem && error.code === 'email_taken';
    throw isTaken ? new Problem('verification_failed', { cause: error }) : error;
  });
}

async function writeVerified(
  client: PoolClient,
  accountId: number,
  { email, isNew }: { email: string; isNew: boolean },
): Promise<Date> {
  const { rows } = await client
    .query<{ verified_at: Date }>(
      `update account set email = $2,
         pending_email = case when not $3 then pending_email end,
         email_verified_at = case when $3 then now() else coalesce(email_verified_at, now()) end
       where id = $1 returning email_verified_at as verified_at`,
      [accountId, email, isNew],
    )
    .catch((error: unknown) => {
      if (errorCode(error) === '23505') throw new Problem('verification_failed', { cause: error });
      throw error;
    });
  if (rows[0] === undefined) throw new Error('a locked account is gone');
  return rows[0].verified_at;
}
