import type { Pool, PoolClient } from 'pg';

interface TypedAccount {
  id: number;
  /** As it is stored. */
  email: string;
  name: string;
  is_verified: boolean;
}

/** The account of a typed address; undefined when there is none. */
export async function findAccountByTypedEmail(
  client: Pool | PoolClient,
  typed: string,
): Promise<TypedAccount | undefined> {
  const { rows } = await client.query<TypedAccount>(
    `select id, email, first_name || ' ' || last_name as name,
       email_verified_at is not null as is_verified from account
     where email_key = email_key($1)`,
    [typed],
  );
  return rows[0];
}
