import type { Language } from '#contract/language.ts';
import type { SubscriberDto, SubscriptionState } from '#contract/office/newsletter-queries.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { cleanSearch } from '../../operations/entries.ts';

/**
 * SQL for the state of a subscription n: confirmed ones get mail or post, waiting ones have not followed the link, the
 * others have switched everything off.
 */
export const subscriptionStateSql = `case when not n.receive_news_email and not n.receive_news_postal then 'off'
  when n.confirmed_at is null then 'waiting' else 'confirmed' end`;

/**
 * SQL for whether anybody ever asked for a subscription n. Registration creates the row of an account with everything
 * off: until its owner chooses something, they are neither subscribed nor unsubscribed.
 */
export const hasAskedSql = `(n.account_id is null or n.receive_news_email or n.receive_news_postal
  or n.off_since is not null)`;

/** A subscription as selected by `subscriberColumns`. */
export interface StoredSubscriber {
  id: number;
  email: string;
  language: Language;
  state: SubscriptionState;
  concert_daily: boolean;
  general: boolean;
  receive_news_postal: boolean;
  created_at: Date;
  confirmed_at: Date | null;
}

/** The columns of a list; n is newsletter_subscription. */
export const subscriberColumns = `n.id, n.email, n.language, ${subscriptionStateSql} as state,
  n.receive_news_email and n.concert_daily as concert_daily, n.receive_news_email and n.general as general,
  n.receive_news_postal, n.created_at, n.confirmed_at`;

/**
 * Conditions for the list of subscriptions that somebody asked for. $1 is the state, $2 words of the address; ''
 * matches all.
 */
export function toSubscriberConditions(q: string, state: string) {
  const words = cleanSearch(q);
  return {
    where: `${hasAskedSql} and ($1 = '' or ${subscriptionStateSql} = $1)
      and ($2 = '' or fold_vector(n.email) @@ fold_query($2))`,
    values: [state, words],
  };
}

/** A subscription as lists show it. */
export function toSubscriberDto(row: StoredSubscriber): SubscriberDto {
  return {
    id: row.id,
    email: row.email,
    language: row.language,
    state: row.state,
    isDaily: row.concert_daily,
    isGeneral: row.general,
    isPostal: row.receive_news_postal,
    askedAt: toBerlinIso(row.created_at),
    confirmedAt: row.confirmed_at && toBerlinIso(row.confirmed_at),
  };
}
