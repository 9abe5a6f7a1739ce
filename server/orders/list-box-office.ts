import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { boxOfficeTexts } from '#messages/office/box-office.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { writeCsv, type CsvCell } from '../platform/csv.ts';
import { cleanSearch } from '../operations/entries.ts';
import { Problem } from '../platform/problem.ts';
import type { ConcertChoice } from './list-orders.ts';

/** A row of the box-office list. */
interface BoxOfficeEntryDto {
  orderNo: string;
  name: string;
  delivery: DeliveryMethod;
  doorNote: string | null;
  /** Valid tickets by type, in the sequence of `types`. */
  tickets: number[];
}

/** The concert of a box-office list, and a search in it. */
export interface BoxOfficeFilters {
  id: number;
  q?: string;
}

/** The box-office list of a concert. */
export interface BoxOfficeList {
  concert: ConcertChoice;
  types: string[];
  rows: BoxOfficeEntryDto[];
  /** Tickets in these rows, by type. */
  totals: number[];
  madeAt: string;
}

interface Row {
  order_no: string;
  first_name: string;
  last_name: string;
  /** If it differs from the buyer's. */
  contact_name: string | null;
  door_note: string | null;
  delivery: DeliveryMethod;
  is_match: boolean;
  tickets: Record<string, number>;
}

/** People who collect tickets come first. */
const deliveryRank: Record<DeliveryMethod, number> = { boxoffice: 0, postal: 1, onlineticket: 2 };

/** The orders with valid tickets of a concert (office.md 7.6). Throws 404 for an unknown concert. */
export async function listBoxOffice(
  pool: Pool,
  language: Language,
  { id, q = '' }: BoxOfficeFilters,
): Promise<BoxOfficeList> {
  const found = await pool.query<{ title: string; starts_at: Date }>(
    `select case when $2 = 'de' then title_de else title_en end as title, starts_at from concert where id = $1`,
    [id, language],
  );
  const concert = found.rows[0];
  if (concert === undefined) throw new Problem('not_found');
  const types = await pool.query<{ id: number; name: string }>(
    `select y.id, case when $2 = 'de' then y.name_de else y.name_en end as name from ticket_type y
     join product p on p.id = y.product_id where p.concert_id = $1 order by y.position, y.id`,
    [id, language],
  );
  const { rows } = await pool.query<Row>(
    `select o.order_no, c.details->>'first_name' as first_name, c.details->>'last_name' as last_name,
       nullif(x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as contact_name, x.door_note, c.delivery_method as delivery, s.tickets,
       $2 = '' or coalesce(o.search @@ fold_query($2), false) as is_match
     from (
       select order_id, jsonb_object_agg(ticket_type_id, n) as tickets from (
         select t.order_id, t.ticket_type_id, count(*) as n from ticket t join product p on p.id = t.product_id
         where p.concert_id = $1 and t.voided_at is null group by 1, 2) each group by 1
     ) s join orders o on o.id = s.order_id join checkout c on c.id = o.checkout_id
       left join order_contact x on x.order_id = o.id`,
    [id, cleanSearch(q)],
  );
  const typeIds = types.rows.map((type) => String(type.id));
  const shown = rows.filter(({ is_match }) => is_match);
  return {
    concert: { id, title: concert.title, startsAt: toBerlinIso(concert.starts_at) },
    types: types.rows.map(({ name }) => name),
    rows: shown
      .map((row) => toEntryDto(row, typeIds))
      .map((row) => ({ row, key: toTelephoneBookKey(row.name) }))
      .toSorted(
        (a, b) =>
          deliveryRank[a.row.delivery] - deliveryRank[b.row.delivery] ||
          compare(a.key, b.key) ||
          compare(a.row.orderNo, b.row.orderNo),
      )
      .map(({ row }) => row),
    totals: typeIds.map((type) => shown.reduce((sum, row) => sum + (row.tickets[type] ?? 0), 0)),
    madeAt: toBerlinIso(new Date()),
  };
}

function toEntryDto(row: Row, typeIds: string[]): BoxOfficeEntryDto {
  return {
    orderNo: row.order_no,
    name:
      row.contact_name === null
        ? [row.last_name, row.first_name].filter(Boolean).join(', ')
        : formatLastNameFirst(row.contact_name),
    delivery: row.delivery,
    doorNote: row.door_note,
    tickets: typeIds.map((type) => row.tickets[type] ?? 0),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The same as CSV. */
export async function writeBoxOfficeCsv(
  pool: Pool,
  { language, hasBom, ...input }: BoxOfficeFilters & CsvOptions,
): Promise<AsyncIterable<string>> {
  const { types, rows } = await listBoxOffice(pool, language, input);
  const t = pickTexts(boxOfficeTexts, language);
  const methods = pickTexts(orderOfficeTexts, language);
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    yield rows.map((row) => [
      row.name,
      row.orderNo,
      methods[row.delivery],
      ...row.tickets.map((number) => ({ number })),
    ]);
  }
  return writeCsv([t.name, t.orderNo, t.delivery, ...types], batches(), { language, hasBom });
}

/**
 * A name as German telephone books sort it: ä as ae, ß as ss, without case and accents, composed or not (DIN 5007-2).
 */
function toTelephoneBookKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N} ]/gu, '');
}

/** "Wieck, Clara" of "Clara Wieck": the last word, with particles before it, is the name that a list is sorted by. */
function formatLastNameFirst(name: string): string {
  const [, first, last] =
    /^(.+?)\s+((?:(?:d[aeiu]|de[lnr]|l[ae]|v[ao]n|vom|zu[mr]?)\s+)*\S+)$/i.exec(name.trim()) ?? [
      '',
      '',
      name.trim(),
    ];
  return first === '' ? (last ?? '') : `${last}, ${first}`;
}
