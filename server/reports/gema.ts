import type { Pool } from 'pg';
import { berlinDate, berlinTime } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { formatTonality } from '#contract/programme-typography.ts';
import { type Report, type ReportFilters, type ReportRow, toColumns, toRange } from './report.ts';

const columns = toColumns(
  { date: 'day', start: 'text', venue: 'text', street: 'text', city: 'text', no: 'count' },
  { composer: 'text', years: 'text', title: 'text', opus: 'text', catalogueNo: 'text' },
  { tonality: 'text', movements: 'text', performers: 'text' },
  { visitors: 'count', prices: 'text', takings: 'cents' },
);

interface PieceRow {
  starts_at: Date;
  venue: string;
  street: string;
  city: string;
  no: number;
  composer: string;
  born: number | null;
  died: number | null;
  title: string;
  opus: string | null;
  catalogue_no: string | null;
  tonality: string | null;
  movements: string;
  performers: string;
  /** Null for a concert without a sale. */
  visitors: number | null;
  lowest: number | null;
  highest: number | null;
  takings: number | null;
}

const statement = `
  select k.starts_at, case when $1 = 'de' then v.name_de else v.name_en end as venue, v.street,
    v.city, row_number() over (partition by k.id order by e.position)::integer as no,
    m.full_name as composer, m.born, m.died, case when $1 = 'de' then e.title_de else e.title_en end as title,
    e.opus, e.catalogue_no, e.tonality,
    (select string_agg(title, ' / ' order by position) from movement where piece_id = e.id) as movements,
    (select string_agg(format('%s (%s)', case when $1 = 'en' then coalesce(l.full_name_en, u.full_name) else u.full_name end,
         case when $1 = 'de' then l.instrument_de else l.instrument_en end), ', ' order by l.position)
     from piece_musician l join musician u on u.id = l.musician_id where l.piece_id = e.id) as performers,
    s.sold as visitors, y.lowest, y.highest,
    case when s.product_id is not null then coalesce(d.takings, 0) end as takings
  from concert k join piece e on e.concert_id = k.id join composer m on m.id = e.composer_id
    join venue v on v.id = coalesce(e.venue_id, k.venue_id)
    left join product p on p.concert_id = k.id left join stock s on s.product_id = p.id
    left join (select product_id, min(price_cents) as lowest, max(price_cents) as highest
      from ticket_type group by 1) y on y.product_id = p.id
    left join (select t.product_id, sum(d.sold_cents - d.voided_cents)::bigint as takings
      from sales_day d join ticket_type t on t.id = d.ticket_type_id group by 1) d on d.product_id = p.id
  where (k.published_at is not null or s.sold > 0)
    and ($2::timestamptz is null or k.starts_at >= $2) and ($3::timestamptz is null or k.starts_at < $3)
    and ($4 = '' or k.id::text = $4)
  order by k.starts_at, k.id, e.position`;

/** The pieces performed, one row each with those of its concert, as the GEMA asks for them (office.md 9). */
export function createGemaReport(pool: Pool, language: Language, filters: ReportFilters): Report {
  const { start, end } = toRange(filters);
  return {
    columns,
    async *readRows() {
      const values = [language, start, end, filters.concert ?? ''];
      const { rows } = await pool.query<PieceRow>(statement, values);
      yield rows.map((row) => toRow(row, language));
    },
  };
}

function toRow(row: PieceRow, language: Language): ReportRow {
  const {
    starts_at: startsAt,
    catalogue_no: catalogueNo,
    born,
    died,
    lowest,
    highest,
    ...rest
  } = row;
  return {
    ...rest,
    date: berlinDate(startsAt),
    start: berlinTime(startsAt),
    years: born === null && died === null ? null : `${born ?? ''}–${died ?? ''}`,
    catalogueNo,
    tonality: row.tonality === null ? null : formatTonality(row.tonality, language),
    prices: lowest === null || highest === null ? null : toPrices([lowest, highest], language),
  };
}

const toPrices = (cents: number[], language: Language): string =>
  [...new Set(cents)]
    .map((each) => (each / 100).toFixed(2).replace('.', language === 'de' ? ',' : '.'))
    .join('–');
