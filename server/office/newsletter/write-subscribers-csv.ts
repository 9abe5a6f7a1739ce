import type { Pool } from 'pg';
import { findCountry } from '#contract/countries.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { type CsvCell, writeCsv } from '../csv.ts';
import {
  type StoredSubscriber,
  subscriberColumns,
  toSubscriberConditions,
} from './subscriber-sql.ts';

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
    country?.[language === 'de' ? 'name_de' : 'name_en'] ?? null,
  ];
}
