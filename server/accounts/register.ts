import type { Pool } from 'pg';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { insertAccount, type CreateAccountInput, prepareAccount } from './create-account.ts';
import { getUser, type UserDto } from './get-user.ts';
import { type SignInVisitor, startSession } from './sessions.ts';

/**
 * Creates an account and signs it in, both or neither. 409 when the e-mail is taken, 422 on `password` (api.md,
 * Accounts).
 */
export async function register(
  pool: Pool,
  tokens: SignedTokens,
  account: CreateAccountInput,
  visitor: SignInVisitor,
): Promise<UserDto> {
  const prepared = await prepareAccount(pool, account, visitor.address);
  const signedIn = await inTransaction(pool, async (client) => {
    const accountId = await insertAccount(client, prepared);
    return { accountId, token: await startSession(client, tokens, accountId, visitor) };
  });
  return await getUser(pool, signedIn.accountId, signedIn.token, tokens);
}
