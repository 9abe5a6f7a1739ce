import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/problem.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/database.ts';
import { voidNewsletterLinks } from '../newsletter/subscription.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { announcePasswordChange } from './email-change.ts';

/** Token and address from the link, and the new password. */
export interface ResetPasswordInput {
  token: string;
  email: string;
  password: string;
  /** The network address of the client. */
  address: string;
}

/**
 * Sets a new password with the token of a mailed link; ends all sessions of the account and voids its other reset
 * links and those of its newsletter. 400 1009 for a wrong, used or expired token; 422 on `password` (api.md, Accounts).
 */
export async function resetPassword(pool: Pool, input: ResetPasswordInput): Promise<number> {
  await checkNewPassword(pool, input.password, input.email);
  // hashing is expensive: check the token first
  if ((await findOwner(pool, input)) === null) throw new Problem('reset_failed');
  const passwordHash = await hashPassword(input.password, input.address);
  return await inTransaction(pool, async (client) => {
    // serializes two uses of one token: the second finds it deleted
    const { rows } = await client.query<{ id: number; email: string; language: Language }>(
      `select id, email, language from account where email_key = email_key($1) for update`,
      [input.email],
    );
    const accountId = await findOwner(client, input);
    if (accountId === null) throw new Problem('reset_failed');
    await client.query(
      `update account set password_hash = $2, password_changed_at = clock_timestamp() where id = $1`,
      [accountId, passwordHash],
    );
    await client.query(`delete from access_token where account_id = $1`, [accountId]);
    await voidResetLinks(client, accountId);
    await voidNewsletterLinks(client, accountId);
    for (const account of rows) await announcePasswordChange(client, account);
    return accountId;
  });
}

/** Voids all reset links mailed so far. */
export async function voidResetLinks(client: PoolClient, accountId: number): Promise<void> {
  await client.query(`delete from one_time_token where account_id = $1 and purpose = 'reset'`, [
    accountId,
  ]);
}

/** The account of a valid token; null for any other token. */
async function findOwner(
  client: Pool | PoolClient,
  input: ResetPasswordInput,
): Promise<number | null> {
  const { rows } = await client.query<{ account_id: number }>(
    `select t.account_id from one_time_token t join account a on a.id = t.account_id
     where t.token_hash = $1 and t.purpose = 'reset' and t.expires_at > now()
       and email_key(t.email) = a.email_key and a.email_key = email_key($2)`,
    [hashToken(input.token), input.email],
  );
  return rows[0]?.account_id ?? null;
}
