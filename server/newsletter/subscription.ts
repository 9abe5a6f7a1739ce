import type { Pool } from 'pg';
import { Problem, invalidField } from '../platform/problem.ts';
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

/** The four preferences. */
export type Preferences = Pick<
  Subscription,
  'general' | 'concert_daily' | 'receive_news_email' | 'receive_news_postal'
>;

/**
 * Saves the preferences and returns the subscription. 404 for a bad token, 422 when post is chosen but no address is
 * on file (api.md, Contact and newsletter).
 *
 * This is also the second half of the double opt-in: the link after a sign-up goes out by mail only, so saving with
 * e-mail switched on proves the address. Opening the page proves nothing, because mail scanners open it, too. An
 * account sees its link before its address is verified, so only the verification confirms its subscription.
 */
export async function savePreferences(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
  preferences: Preferences,
): Promise<Subscription> {
  const subscription = await getSubscription(pool, tokens, token);
  if (preferences.receive_news_postal && !subscription.has_postal_address) {
    throw invalidField('receive_news_postal', 'POSTAL_ADDRESS_MISSING');
  }
  const { rowCount } = await pool.query(
    `update newsletter_subscription set general = $3, concert_daily = $4, receive_news_email = $5,
       receive_news_postal = $6,
       -- a new time even if everything was off already, so that the office cannot undo this choice
       off_since = case when not $5 and not $6 then now() end,
       -- the row of an account is as old as the account: its owner asks for mail or post only now
       created_at = case when account_id is not null and ($5 or $6)
         and not receive_news_email and not receive_news_postal then now() else created_at end,
       confirmed_at = case when account_id is null and $5 then coalesce(confirmed_at, now())
         else confirmed_at end
     where id = $1 and generation = $2`,
    [
      subscription.id,
      subscription.generation,
      preferences.general,
      preferences.concert_daily,
      preferences.receive_news_email,
      preferences.receive_news_postal,
    ],
  );
  if (rowCount === 0) throw new Problem('not_found');
  return { ...subscription, ...preferences };
}

/**
 * Switches e-mails off (RFC 8058). Accepts the token of a mail's header, which allows nothing else, and that of the
 * preferences. 404 for any other token (api.md, Contact and newsletter).
 */
export async function unsubscribe(pool: Pool, tokens: SignedTokens, token: string): Promise<void> {
  const read = tokens.read('unsubscribe', token) ?? tokens.read('newsletter', token);
  if (read === null) throw new Problem('not_found');
  const { rowCount } = await pool.query(
    `update newsletter_subscription set receive_news_email = false,
       -- a new time even if everything was off already, so that the office cannot undo this choice
       off_since = case when not receive_news_postal then now() end
     where id = $1 and generation = $2`,
    [read.id, read.generation],
  );
  if (rowCount === 0) throw new Problem('not_found');
}

/** The subscription that the links belong to. */
interface LinkedSubscription {
  id: number;
  generation: number;
}

/**
 * Creates the two links of every newsletter: the subscriber's preferences page, and the URL that mail programs post
 * to (`Email.listUnsubscribe`). Both are void once the generation is raised.
 */
export function createNewsletterLinks(
  context: { tokens: SignedTokens; publicUrl: string },
  { id, generation }: LinkedSubscription,
): { preferences: string; unsubscribe: string } {
  const { tokens, publicUrl } = context;
  const oneClick = tokens.sign('unsubscribe', id, generation);
  return {
    preferences: `${publicUrl}/newsletter-preferences/${tokens.sign('newsletter', id, generation)}`,
    unsubscribe: `${publicUrl}/api/newsletter-preferences/${oneClick}`,
  };
}
