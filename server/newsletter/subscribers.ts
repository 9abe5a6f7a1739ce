import type { Language } from '#contract/language.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { cleanSearch } from '../operations/entries.ts';
import type { Pool } from 'pg';
import { findCountry } from '#contract/countries.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { writeCsv, type CsvCell } from '../platform/csv.ts';
import type { SubscriptionState } from '#contract/office/states.ts';

/** A subscriber with the proof of the double opt-in. Times are ISO 8601. */
export interface SubscriberDto {
  id: number;
  email: string;
  language: Language;
  state: SubscriptionState;
  isDaily: boolean;
  isGeneral: boolean;
  isPostal: boolean;
  askedAt: string;
  confirmedAt: string | null;
}

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

/** Rows that are read at once: a long list needs little memory. */
const BATCH_SIZE = 1000;

type Row = StoredSubscriber & {
  name: string | null;
  street: string | null;
  zip: string | null;
  city: string | null;
  country_id: number | null;
};

/** Selects a postal address only for subscribers who want post; the others have nulls. */
const columns = `${subscriberColumns}, concat_ws(' ', d.first_name, d.last_name) as name, d.street, d.zip, d.city,
  d.country_id`;
const tables = `newsletter_subscription n
  left join delivery_details d on d.account_id = n.account_id and n.receive_news_postal`;

/**
 * The confirmed subscribers whose address matches the search, as CSV, newest first; nobody else may be written to
 * (office.md 8.2).
 * Those who want post include their postal address.
 */
export function writeSubscribersCsv(
  pool: Pool,
  { q, language, hasBom }: { q: string } & CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(newsletterOfficeTexts, language);
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of readConfirmed(pool, q)) {
      yield rows.map((row) => toCells(row, language));
    }
  }
  const proof = [t.askedAt, t.confirmedAt];
  const postal = [t.name, t.street, t.postcode, t.city, t.country];
  const header = [t.email, t.state, t.language, t.preferences, ...proof, ...postal];
  return writeCsv(header, batches(), { language, hasBom });
}

async function* readConfirmed(pool: Pool, q: string): AsyncGenerator<Row[]> {
  const { where, values } = toSubscriberConditions(q, 'confirmed');
  let last: number | null = null;
  for (;;) {
    const { rows }: { rows: Row[] } = await pool.query<Row>(
      `select ${columns} from ${tables} where ${where} and ($3::bigint is null or n.id < $3)
       order by n.id desc limit ${BATCH_SIZE}`,
      [...values, last],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

function toCells(row: Row, language: Language): CsvCell[] {
  const t = pickTexts(newsletterOfficeTexts, language);
  const country = row.country_id === null ? null : findCountry(row.country_id);
  const preferences = [
    row.general && t.general,
    row.concert_daily && t.daily,
    row.receive_news_postal && t.postal,
  ].filter((each) => each !== false);
  return [
    row.email,
    t[row.state],
    row.language === 'de' ? t.german : t.english,
    preferences.join(', '),
    { moment: row.created_at },
    row.confirmed_at === null ? null : { moment: row.confirmed_at },
    row.name,
    row.street,
    row.zip,
    row.city,
    country?.name[language] ?? null,
  ];
}
