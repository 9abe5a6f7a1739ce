import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/http/problem.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashPassword } from './password-hash.ts';
import { queueVerificationMail } from './queue-verification-mail.ts';

/** What an account is made of. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  /** As typed. */
  password: string;
  language: Language;
}

/** Its password is checked and hashed: what is left to do needs no time. */
export type PreparedAccount = Omit<NewAccount, 'password'> & { passwordHash: string };

/**
 * Creates an account with its newsletter subscription (everything off) and queues the verification
 * mail. 409 when the e-mail is taken, compared without case; 422 on `password` (api.md, Accounts).
 */
export async function createAccount(
  pool: Pool,
  account: NewAccount,
): Promise<{ accountId: number }> {
  const prepared = await prepareAccount(account);
  return { accountId: await inTransaction(pool, (client) => insertAccount(client, prepared)) };
}

/** The slow part, for before the transaction. 422 on `password`. */
export async function prepareAccount(account: NewAccount): Promise<PreparedAccount> {
  const { password, ...rest } = account;
  checkNewPassword(password, account.email);
  return { ...rest, passwordHash: await hashPassword(password) };
}

/** The account with all that belongs to it, inside the caller's transaction; its id. 409 when the e-mail is taken. */
export async function insertAccount(client: PoolClient, account: PreparedAccount): Promise<number> {
  // waits for a registration of the same address that is under way
  const { rows } = await client.query<{ id: number }>(
    `insert into account (email, first_name, last_name, password_hash, language)
     values ($1, $2, $3, $4, $5) on conflict (lower(email)) do nothing returning id`,
    [account.email, account.firstName, account.lastName, account.passwordHash, account.language],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Problem('email_taken');
  await client.query(
    `insert into newsletter_subscription (email, account_id, language) values ($1, $2, $3)`,
    [account.email, id, account.language],
  );
  await queueVerificationMail(client, id);
  return id;
}
