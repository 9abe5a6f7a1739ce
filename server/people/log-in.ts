import { toEmailKey } from '#contract/fields.ts';
import { Problem } from '../platform/problem.ts';
import { networksOf } from '../platform/client-address.ts';
import { countSuccess, type LimitDeps, limiterHash } from '../operations/limit.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { inTransaction } from '../platform/database/database.ts';
import { getUser, type SignedInUser } from './account.ts';
import { verifyPassword } from './passwords.ts';
import { type SignInVisitor, startSession } from './sessions.ts';

/**
 * Signs a customer in. 401 for an unknown address or a wrong password, in the same time, because both hash a
 * password (api.md, Accounts).
 */
export async function logIn(
  deps: LimitDeps & { report: ReportSecurityEvent },
  input: { email: string; password: string } & SignInVisitor,
): Promise<SignedInUser> {
  const { pool, tokens, report } = deps;
  const { rows } = await pool.query<{ id: number; password_hash: string }>(
    `select id, password_hash from account where email_key = email_key($1)`,
    [input.email],
  );
  const account = rows[0];
  const matches = await verifyPassword(
    input.password,
    account?.password_hash ?? null,
    input.address,
  );
  if (account === undefined || !matches) {
    report('failed_login', {
      ...(account === undefined ? {} : { accountId: account.id }),
      emailHash: limiterHash(tokens, toEmailKey(input.email)),
      networkHash: limiterHash(tokens, networksOf(input.address)[0]),
    });
    throw new Problem('invalid_credentials');
  }

  const token = await inTransaction(pool, async (client) => {
    // a concurrent password change ends all sessions, so the old password must not start a new one
    const unchanged = await client.query(
      `select from account where id = $1 and password_hash = $2 for share`,
      [account.id, account.password_hash],
    );
    if (unchanged.rowCount === 0) throw new Problem('invalid_credentials');
    return await startSession(client, tokens, account.id, input);
  });
  await countSuccess(deps, 'account:log-in', input, input);
  return await getUser(pool, account.id, token, tokens);
}
