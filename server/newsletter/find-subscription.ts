import type { Pool } from 'pg';
import { Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** A subscription with its preferences. */
export interface Subscription {
  id: number;
  /** Links with an older generation are void. */
  generation: number;
  email: string;
  general: boolean;
  concert_daily: boolean;
  receive_news_email: boolean;
  receive_news_postal: boolean;
  /** Whether the customer has saved delivery details; never without an account. */
  has_postal_address: boolean;
}

const query = `
  select n.id, n.generation, n.email, n.general, n.concert_daily, n.receive_news_email, n.receive_news_postal,
    exists (select from delivery_details d where d.account_id = n.account_id) as has_postal_address
  from newsletter_subscription n
  where n.id = $1 and n.generation = $2`;

/** The subscription of a link's token. 404 for an unknown, altered or void token (api.md, Contact and newsletter). */
export async function getSubscription(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
): Promise<Subscription> {
  const read = tokens.read('newsletter', token);
  if (read === null) throw new Problem('not_found');
  const { rows } = await pool.query<Subscription>(query, [read.id, read.generation]);
  const subscription = rows[0];
  if (subscription === undefined) throw new Problem('not_found');
  return subscription;
}
