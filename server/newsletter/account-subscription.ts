import type { PoolClient } from 'pg';

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
