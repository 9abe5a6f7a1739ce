import type { Pool } from 'pg';
import type { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { User } from '#contract/accounts.ts';
import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** A customer on the wire (api.md, Accounts). */
export type UserDto = z.infer<typeof User>;

interface UserRow {
  first_name: string;
  last_name: string;
  email: string;
  pending_email: string | null;
  email_verified_at: Date | null;
  language: Language;
  details_id: number | null;
  subscription_id: number;
  generation: number;
}

const query = `
  select a.first_name, a.last_name, a.email, a.pending_email, a.email_verified_at, a.language,
    d.id as details_id, n.id as subscription_id, n.generation
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
): Promise<UserDto> {
  const { rows } = await pool.query<UserRow>({
    name: 'get_user',
    text: query,
    values: [accountId],
  });
  const row = rows[0];
  if (row === undefined) throw new Problem('unauthorized');
  return {
    access_token: accessToken,
    id: accountId,
    user_data: {
      master_data_id: row.details_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      email_pending: row.pending_email,
      email_verified_at: toBerlinIso(row.email_verified_at),
      language: row.language,
      newsletter_token: tokens.sign('newsletter', row.subscription_id, row.generation),
    },
  };
}
