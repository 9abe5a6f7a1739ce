import type { Pool, PoolClient } from 'pg';
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

/**
 * Confirms the subscription of an account whose address has been verified. If the address had signed up without an
 * account before, the account takes over that subscription, so that links in mails already sent stay valid, and
 * keeps the preferences it had confirmed.
 */
export async function confirmAccountSubscription(
  client: PoolClient,
  accountId: number,
  email: string,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from newsletter_subscription where account_id is null and email_key = email_key($1)
     for update`,
    [email],
  );
  const earlier = rows[0];
  if (earlier !== undefined) await takeOver(client, accountId, earlier.id);
  await client.query(
    `update newsletter_subscription set confirmed_at = coalesce(confirmed_at, now())
     where account_id = $1`,
    [accountId],
  );
}

async function takeOver(client: PoolClient, accountId: number, earlierId: number): Promise<void> {
  const { rows } = await client.query<SubscriptionRow>(
    `delete from newsletter_subscription where account_id = $1
     returning email, language, receive_news_email, receive_news_postal, general, concert_daily`,
    [accountId],
  );
  const own = rows[0];
  if (own === undefined) throw new Error('an account has no newsletter subscription');
  // anybody can type an address into the footer, so preferences that were never confirmed do not count
  await client.query(
    `update newsletter_subscription set account_id = $2, email = $3, language = $4,
       receive_news_email = $5 or (receive_news_email and confirmed_at is not null),
       receive_news_postal = $6,
       general = $7 or (general and confirmed_at is not null),
       concert_daily = $8 or (concert_daily and confirmed_at is not null)
     where id = $1`,
    [
      earlierId,
      accountId,
      own.email,
      own.language,
      own.receive_news_email,
      own.receive_news_postal,
      own.general,
      own.concert_daily,
    ],
  );
}

interface SubscriptionRow {
  email: string;
  language: string;
  receive_news_email: boolean;
  receive_news_postal: boolean;
  general: boolean;
  concert_daily: boolean;
}

/**
 * Resets the subscription of an account with a new address: everything is off and unconfirmed, and links mailed to
 * the old address are void (api.md, Contact and newsletter).
 */
export async function resetAccountSubscription(
  client: PoolClient,
  accountId: number,
  email: string,
): Promise<void> {
  await client.query(
    `update newsletter_subscription set email = $2, receive_news_email = false,
       receive_news_postal = false, general = false, concert_daily = false, confirmed_at = null,
       -- null for an owner who never asked for mails; a new time, so that the office cannot undo this
       off_since = case when receive_news_email or receive_news_postal or off_since is not null then now() end
     where account_id = $1`,
    [accountId, email],
  );
  await voidNewsletterLinks(client, accountId);
}

/** Voids the links that an account's newsletter mails have had so far. */
export async function voidNewsletterLinks(client: PoolClient, accountId: number): Promise<void> {
  await client.query(
    // 65535: what a token can hold
    `update newsletter_subscription set generation = generation % 65535 + 1 where account_id = $1`,
    [accountId],
  );
}
