import type { Pool, PoolClient } from 'pg';
import type { Thing } from './list-audit-events.ts';
import { toPersonHash, type SignedTokens } from '../platform/security/signed-tokens.ts';

/**
 * The person in the audit log, which holds no address. An account keeps its hash when its address changes; to be
 * called before the account is erased.
 */
export async function getPersonThing(
  client: PoolClient,
  tokens: SignedTokens,
  email: string,
): Promise<Thing & { name: string }> {
  const { rows } = await client.query<{ id: number }>(
    'select id from account where email_key = email_key($1)',
    [email],
  );
  const hash =
    rows[0] === undefined ? toPersonHash(tokens, email) : toAccountHash(tokens, rows[0].id);
  return { kind: 'person', id: hash, name: hash };
}

/** Everything of this person that the audit log may name: account, address, newsletter, messages. */
export async function listPersonThings(
  pool: Pool,
  tokens: SignedTokens,
  email: string,
): Promise<Thing[]> {
  const { rows } = await pool.query<Thing>(
    `select 'account' as kind, id::text from account where email_key = email_key($1)
     union all select 'subscriber', id::text from newsletter_subscription where email_key = email_key($1)
     union all select 'message', id::text from contact_message where email_key(email) = email_key($1)`,
    [email],
  );
  const things = rows.map(({ kind, id }) =>
    kind === 'account' ? { kind: 'person', id: toAccountHash(tokens, Number(id)) } : { kind, id },
  );
  return [{ kind: 'person', id: toPersonHash(tokens, email) }, ...things];
}

const toAccountHash = (tokens: SignedTokens, id: number) => toPersonHash(tokens, `account ${id}`);
