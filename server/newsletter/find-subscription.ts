import type { Pool } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** A subscription with its choices. */
export interface Subscription {
  id: number;
  /** That of the good links. */
  generation: number;
  email: string;
  general: boolean;
  concert_daily: boolean;
  receive_news_email: boolean;
  receive_news_postal: boolean;
  /** The customer's delivery details; who only signed up has none. */
  has_postal_address: boolean;
}

const query = `
  select n.id, n.generation, n.email, n.general, n.concert_daily, n.receive_news_email, n.receive_news_postal,
    exists (select from delivery_details d where d.account_id = n.account_id) as has_postal_address
  from newsletter_subscription n
  where n.id = $1 and n.generation = $2`;

/** Whose preferences this link opens. 404 for an unknown, altered or outdated token (api.md, Contact and newsletter). */
export async function getSubscription(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
): Promise<Subscription> {
  const named = tokens.read('newsletter', token);
  if (named === null) throw new Problem('not_found');
  const { rows } = await pool.query<Subscription>(query, [named.id, named.generation]);
  const subscription = rows[0];
  if (subscription === undefined) throw new Problem('not_found');
  return subscription;
}
