import type { Pool, PoolClient } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashPassword } from './password-hash.ts';

/** Token and address of the link, and the new password. */
export interface PasswordReset {
  token: string;
  email: string;
  password: string;
}

/**
 * Sets a new password by the link of the mail; ends all sessions of the account and voids its other
 * reset links. 400 1009 for a wrong, used or expired token; 422 on `password` (api.md, Accounts).
 */
export async function resetPassword(pool: Pool, reset: PasswordReset): Promise<void> {
  checkNewPassword(reset.password, reset.email);
  // hashing is dear: nobody gets it for a made-up token
  if ((await findOwner(pool, reset)) === null) throw new Problem('reset_failed');
  const passwordHash = await hashPassword(reset.password);
  await inTransaction(pool, async (client) => {
    // one after the other: the second use of a token finds it gone
    await client.query(`select from account where lower(email) = lower($1) for update`, [
      reset.email,
    ]);
    const accountId = await findOwner(client, reset);
    if (accountId === null) throw new Problem('reset_failed');
    await client.query(`update account set password_hash = $2 where id = $1`, [
      accountId,
      passwordHash,
    ]);
    await client.query(`delete from access_token where account_id = $1`, [accountId]);
    await voidResetLinks(client, accountId);
  });
}

/** No reset link mailed so far is good any more. */
export async function voidResetLinks(client: PoolClient, accountId: number): Promise<void> {
  await client.query(`delete from one_time_token where account_id = $1 and purpose = 'reset'`, [
    accountId,
  ]);
}

/** The account of a good token. */
async function findOwner(client: Pool | PoolClient, reset: PasswordReset): Promise<number | null> {
  const { rows } = await client.query<{ account_id: number }>(
    `select t.account_id from one_time_token t join account a on a.id = t.account_id
     where t.token_hash = $1 and t.purpose = 'reset' and t.expires_at > now()
       and t.email = a.email and lower(a.email) = lower($2)`,
    [hashToken(reset.token), reset.email],
  );
  return rows[0]?.account_id ?? null;
}
