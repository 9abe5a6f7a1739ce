import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { networkOf } from '../platform/client-address.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** Saves the network from which an account signs in; as a keyed hash, because an address is personal data. */
export async function saveKnownNetwork(
  client: Pool | PoolClient,
  tokens: SignedTokens,
  accountId: number,
  address: string,
): Promise<void> {
  await client.query(
    `insert into account_network (account_id, network) values ($1, $2)
     on conflict (account_id, network) do update set signed_in_at = now()`,
    [accountId, hashNetwork(tokens, address)],
  );
}

/**
 * Whether the owner of the account with this e-mail has signed in from the visitor's network or browser: then limits
 * by account alone do not apply (SECURITY.md).
 */
export async function isKnownVisitor(
  pool: Pool,
  tokens: SignedTokens,
  email: string,
  { address, knownAccounts }: { address: string; knownAccounts: readonly number[] },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from account a where a.email_key = email_key($1) and (a.id = any ($2)
       or exists (select from account_network n where n.account_id = a.id and n.network = $3))`,
    [email, knownAccounts, hashNetwork(tokens, address)],
  );
  return rowCount === 1;
}

/** A network as the database stores it. */
export function hashNetwork(tokens: SignedTokens, address: string): Buffer {
  return createHmac('sha256', tokens.deriveKey('networks')).update(networkOf(address)).digest();
}
