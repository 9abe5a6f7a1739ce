import type { Pool, PoolClient } from 'pg';
import type { ConcertState } from '#contract/office/states.ts';
import { Problem } from '../platform/problem.ts';
import { findCurrentVersion, type ConcertVersion } from '../programme/concert-versions.ts';
import { lockProgramme } from '../programme/load-programme.ts';
import type { ConcertReferences } from '../programme/save-concert.ts';

/** SQL: the state of a concert c (office.md 5). */
export const concertStateSql = `case when c.cancelled_at is not null then 'cancelled' when c.published_at is not null then 'published'
  when c.first_published_at is not null then 'withdrawn' else 'draft' end`;

/** SQL: how many valid tickets a concert c has. */
export const validTicketsSql = `(select count(*)::integer from ticket t join product tp on tp.id = t.product_id
  where tp.concert_id = c.id and t.voided_at is null)`;

/** A concert as its row says. */
interface ConcertRow {
  id: number;
  slug: string;
  title_de: string;
  state: ConcertState;
  is_published: boolean;
  onsale: boolean;
  has_sale: boolean;
  valid_tickets: number;
}

/** A concert with its current version. */
export interface StoredConcert extends ConcertRow {
  version: ConcertVersion;
}

/** A concert with its current version; 404 for an unknown one. */
export async function getConcert(client: Pool | PoolClient, id: number): Promise<StoredConcert> {
  const { rows } = await client.query<ConcertRow>(
    `select c.id, c.slug, c.title_de, c.onsale, ${concertStateSql} as state, c.published_at is not null as is_published,
       exists (select from product p where p.concert_id = c.id) as has_sale, ${validTicketsSql} as valid_tickets
     from concert c where c.id = $1`,
    [id],
  );
  const [row] = rows;
  const version = row === undefined ? null : await findCurrentVersion(client, id);
  if (row === undefined || version === null) throw new Problem('not_found');
  const { sale, ...document } = version.document;
  // the sale is started and stopped elsewhere, too
  const current = { ...document, ...(sale && { sale: { ...sale, onSale: row.onsale } }) };
  return { ...row, version: { ...version, document: current } };
}

/** As `getConcert`, and nobody else changes the programme until the end of the transaction. */
export async function lockConcert(client: PoolClient, id: number): Promise<StoredConcert> {
  await lockProgramme(client);
  return await getConcert(client, id);
}

/** What an entry of a list is called. */
export interface NamedEntry {
  id: number;
  slug: string;
  de: string;
  en: string;
}

/** What a concert can refer to. */
export interface ConcertChoices {
  venues: NamedEntry[];
  composers: NamedEntry[];
  instruments: NamedEntry[];
  ticketTypes: NamedEntry[];
}

/** SQL: the order of composers, "Bach, Johann Sebastian" before "Britten, Benjamin"; accents do not count. */
export const byLastNameSql = `fold_words(regexp_replace(full_name, '^.* ', '')), full_name`;

/** Reads what a concert can refer to, by name. */
export async function readChoices(client: Pool | PoolClient): Promise<ConcertChoices> {
  const list = async (table: string, de: string, en: string, order = `fold_words(${de})`) => {
    const { rows } = await client.query<NamedEntry>(
      `select id, slug, ${de} as de, ${en} as en from ${table} order by ${order}, id`,
    );
    return rows;
  };
  return {
    venues: await list('venue', 'name_de', 'name_en'),
    composers: await list('composer', 'full_name', 'full_name', byLastNameSql),
    instruments: await list('instrument', 'name_de', 'name_en'),
    ticketTypes: await list('ticket_type_template', 'name_de', 'name_en'),
  };
}

/** The entries of a list by slug. */
export const bySlug = (entries: NamedEntry[]): Record<string, NamedEntry> =>
  Object.fromEntries(entries.map((entry) => [entry.slug, entry]));

/** The ids and names that writing a concert takes. */
export function toReferences({
  venues,
  composers,
  instruments,
}: ConcertChoices): ConcertReferences {
  const idsOf = (entries: NamedEntry[]) => new Map(entries.map(({ slug, id }) => [slug, id]));
  return {
    venueIds: idsOf(venues),
    composerIds: idsOf(composers),
    instruments: bySlug(instruments),
  };
}
