import type { Pool } from 'pg';
import { invalidField, Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { getSubscription, type Subscription } from './find-subscription.ts';

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
