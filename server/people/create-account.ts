import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/problem.ts';
import { inTransaction } from '../platform/database/database.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { refuseReservedEmail } from './email-change.ts';
import { queueVerificationMail } from './account-mails.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { getUser, type SignedInUser } from './account.ts';
import { startSession, type SignInVisitor } from './sessions.ts';

/** A new account. */
export interface CreateAccountInput {
  firstName: string;
  lastName: string;
  email: string;
  /** In plain text. */
  password: string;
  language: Language;
}

/** A new account with its password checked and hashed, so that inserting it is quick. */
type PreparedAccount = Omit<CreateAccountInput, 'password'> & { passwordHash: string };

/**
 * Inserts the account, its newsletter subscription (everything off) and the verification mail in the caller's
 * transaction, and returns the account's id. 409 when the e-mail is taken or reserved, ignoring case.
 */
async function insertAccount(client: PoolClient, account: PreparedAccount): Promise<number> {
  // waits for a concurrent registration of the same address, by whichever of its two unique indexes comes first
  const { rows } = await client.query<{ id: number }>(
    `insert into account (email, first_name, last_name, password_hash, language)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
    [account.email, account.firstName, account.lastName, account.passwordHash, account.language],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Problem('email_taken');
  await refuseReservedEmail(client, account.email, id);
  await client.query(
    `update account set pending_email = null where pending_email_key = email_key($1)`,
    [account.email],
  );
  await client.query(
    `insert into newsletter_subscription (email, account_id, language) values ($1, $2, $3)`,
    [account.email, id, account.language],
  );
  await queueVerificationMail(client, id);
  return id;
}

/** A new account and the access token of its first session. */
export interface NewAccount {
  accountId: number;
  token: string;
}

/**
 * Checks and hashes the password, which is slow, and returns what creates the account and signs it in: both or
 * neither, in the caller's transaction. 422 on `password`; 409 when the e-mail is taken (api.md, Accounts).
 */
export async function prepareAccount(
  { pool, tokens }: { pool: Pool; tokens: SignedTokens },
  { password, ...rest }: CreateAccountInput,
  visitor: SignInVisitor,
): Promise<(client: PoolClient) => Promise<NewAccount>> {
  await checkNewPassword(pool, password, rest.email);
  const account = { ...rest, passwordHash: await hashPassword(password, visitor.address) };
  return async (client) => {
    const accountId = await insertAccount(client, account);
    return { accountId, token: await startSession(client, tokens, accountId, visitor) };
  };
}

/** Creates an account and signs it in (api.md, Accounts). Throws as `prepareAccount`. */
export async function register(
  deps: { pool: Pool; tokens: SignedTokens },
  account: CreateAccountInput,
  visitor: SignInVisitor,
): Promise<SignedInUser> {
  const create = await prepareAccount(deps, account, visitor);
  const { accountId, token } = await inTransaction(deps.pool, create);
  return await getUser(deps.pool, accountId, token, deps.tokens);
}
