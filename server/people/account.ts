import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { Problem, type FieldProblems } from '../platform/problem.ts';
import { toEmailKey } from '#contract/fields.ts';
import { hashToken, type SignedTokens } from '../platform/security/signed-tokens.ts';
import type { SecurityEvent } from '../platform/security/security-events.ts';
import { inTransaction } from '../platform/database/database.ts';
import { requestEmailChange, announcePasswordChange, type AccountBefore } from './email-change.ts';
import { findPasswordProblem, hashPassword, verifyPassword } from './passwords.ts';
import { voidResetLinks } from './reset-password.ts';
import type { Bearer } from './sessions.ts';

interface UserRow {
  firstName: string;
  lastName: string;
  email: string;
  pendingEmail: string | null;
  verifiedAt: Date | null;
  language: Language;
  detailsId: number | null;
  subscriptionId: number;
  generation: number;
}

const query = `
  select a.first_name as "firstName", a.last_name as "lastName", a.email, a.pending_email as "pendingEmail",
    a.email_verified_at as "verifiedAt", a.language, d.id as "detailsId", n.id as "subscriptionId", n.generation
  from account a
  join newsletter_subscription n on n.account_id = a.id
  left join delivery_details d on d.account_id = a.id
  where a.id = $1`;

/** The signed-in customer with this access token. 401 when the account no longer exists. */
export async function getUser(
  pool: Pool,
  accountId: number,
  accessToken: string,
  tokens: SignedTokens,
) {
  const { rows } = await pool.query<UserRow>({
    name: 'get_user',
    text: query,
    values: [accountId],
  });
  const row = rows[0];
  if (row === undefined) throw new Problem('unauthorized');
  const { verifiedAt, subscriptionId, generation, ...user } = row;
  return {
    accessToken,
    id: accountId,
    ...user,
    emailVerifiedAt: toBerlinIso(verifiedAt),
    newsletterToken: tokens.sign('newsletter', subscriptionId, generation),
  };
}

/** A signed-in customer with the secrets of the session. */
export type SignedInUser = Awaited<ReturnType<typeof getUser>>;

/** The fields a customer may change; a field left out, or an empty password, stays as it is. */
export interface UpdateAccountInput {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  language?: Language | undefined;
  currentPassword?: string | undefined;
}

interface AccountRow extends AccountBefore {
  password_hash: string;
}

/**
 * Changes the bearer's own account. 422 on `current_password` when e-mail or password change without it; 409 when the
 * e-mail is taken or reserved. A new e-mail is pending until its link is followed; a new password ends all other
 * sessions and is announced (api.md, Accounts). Returns what to report.
 */
export async function updateAccount(
  pool: Pool,
  bearer: Bearer & { address: string },
  input: UpdateAccountInput,
): Promise<SecurityEvent[]> {
  const { accountId } = bearer;
  const { rows } = await pool.query<AccountRow>(
    `select id, email, email_verified_at, language, password_hash from account where id = $1`,
    [accountId],
  );
  const known = rows[0];
  if (known === undefined) throw new Problem('unauthorized');
  // another case is not another address: the new spelling is stored, nothing else happens
  const isSameEmail = toEmailKey(input.email ?? '') === toEmailKey(known.email);
  const newEmail = isSameEmail ? undefined : input.email;
  const newPassword = input.password === '' ? undefined : input.password;
  const isSecret = newEmail !== undefined || newPassword !== undefined;
  if (isSecret)
    await checkSecrets(pool, known, { ...input, newEmail, newPassword }, bearer.address);
  const newHash =
    newPassword === undefined ? null : await hashPassword(newPassword, bearer.address);

  await inTransaction(pool, async (client) => {
    const checkedHash = isSecret ? known.password_hash : null;
    await writeAccount(client, accountId, { ...input, newHash, checkedHash });
    if (newEmail !== undefined) await requestEmailChange(client, accountId, newEmail);
    if (newHash !== null) {
      await endOtherSessions(client, accountId, bearer.token);
      await announcePasswordChange(client, known);
    }
  });
  return [
    ...(newEmail === undefined ? [] : ['email_change' as const]),
    ...(newHash === null ? [] : ['password_change' as const]),
  ];
}

async function checkSecrets(
  pool: Pool,
  known: AccountRow,
  input: {
    currentPassword?: string | undefined;
    newEmail: string | undefined;
    newPassword: string | undefined;
  },
  address: string,
): Promise<void> {
  const { currentPassword = '', newEmail, newPassword } = input;
  const fields: FieldProblems = {};
  if (!(await verifyPassword(currentPassword, known.password_hash, address))) {
    fields.current_password = ['CURRENT_PASSWORD_WRONG'];
  }
  if (newPassword !== undefined) {
    const problem = await findPasswordProblem(pool, newPassword, newEmail ?? known.email);
    if (problem !== null) fields.password = [problem];
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields });
}

async function writeAccount(
  client: PoolClient,
  accountId: number,
  input: UpdateAccountInput & { newHash: string | null; checkedHash: string | null },
): Promise<void> {
  const values = [
    accountId,
    input.firstName,
    input.lastName,
    input.email,
    input.language,
    input.newHash,
    input.checkedHash,
  ];
  const written = await client.query(
    `update account set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
       email = case when email_key = email_key($4) then $4 else email end,
       language = coalesce($5, language), password_hash = coalesce($6, password_hash),
       password_changed_at = case when $6::text is null then password_changed_at else clock_timestamp() end
     where id = $1 and ($7::text is null or password_hash = $7)`,
    values,
  );
  // the password has changed since it was checked
  if (written.rowCount === 0) {
    throw new Problem('invalid', { fields: { current_password: ['CURRENT_PASSWORD_WRONG'] } });
  }
  await client.query(
    `update newsletter_subscription set language = coalesce($2, language),
       email = case when email_key = email_key($3) then $3 else email end
     where account_id = $1 and ($2::text is not null or $3::text is not null)`,
    [accountId, input.language, input.email],
  );
}

async function endOtherSessions(
  client: PoolClient,
  accountId: number,
  token: string,
): Promise<void> {
  await client.query(`delete from access_token where account_id = $1 and token_hash <> $2`, [
    accountId,
    hashToken(token),
  ]);
  await voidResetLinks(client, accountId);
}
