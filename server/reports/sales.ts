import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import {
  MAX_TABLE_ROWS,
  type Report,
  type ReportColumn,
  type ReportFilters,
  type ReportRow,
  type ReportTable,
  sumUp,
  toColumn,
  toColumns,
  toRange,
  toTable,
} from './report.ts';

/** What the rows of the sales can be grouped by. */
export const salesGroups = ['concert', 'day', 'type'] as const;

type SalesGroup = (typeof salesGroups)[number];

/** Filters of the sales; `by`: one group or more, the concert if none is known. */
export interface SalesFilters extends ReportFilters {
  by?: readonly string[] | undefined;
}

/** The page of the sales. */
export interface SalesReport {
  by: SalesGroup[];
  table: ReportTable;
  /** Concerts with tickets sold elsewhere, of which nobody knows the day. */
  elsewhere: ReportTable;
}

const groups: Record<SalesGroup, ReportColumn & { sql: string; keys: string }> = {
  concert: { ...toColumn('concert', 'text'), sql: 'k.label', keys: 'k.starts_at, k.id' },
  day: { ...toColumn('day', 'day'), sql: 'd.day::text', keys: 'd.day' },
  type: { ...toColumn('type', 'text'), sql: 'y.name', keys: 'y.name' },
};

const figures = toColumns(
  { sold: 'count', complimentary: 'count', cancelled: 'count', valid: 'count' },
  { revenue: 'cents', refunded: 'cents', remaining: 'cents' },
);

/** `sales_day` counts complimentary tickets among those sold; this report shows them apart (office.md 7.4). */
const sums = `sum(d.sold - d.complimentary)::integer as sold, sum(d.complimentary)::integer as complimentary,
  sum(d.voided)::integer as cancelled, sum(d.sold - d.voided)::integer as valid, sum(d.sold_cents)::bigint as revenue,
  sum(d.voided_cents)::bigint as refunded, sum(d.sold_cents - d.voided_cents)::bigint as remaining`;

/** The concert's title, with its day where another concert has the same title. */
const concertLabels = `select c.id, c.starts_at, title.text || case when count(*) over (partition by title.text) > 1
    then ', ' || to_char(c.starts_at at time zone 'Europe/Berlin', case when $1 = 'de' then 'DD.MM.YYYY' else 'YYYY-MM-DD' end)
    else '' end as label
  from concert c cross join lateral (select case when $1 = 'de' then c.title_de else c.title_en end as text) title`;

const source = `from sales_day d
  join (select id, product_id, position, case when $1 = 'de' then name_de else name_en end as name from ticket_type) y
    on y.id = d.ticket_type_id
  join product p on p.id = y.product_id join (${concertLabels}) k on k.id = p.concert_id
  where (d.sold <> 0 or d.voided <> 0) and ($2::date is null or d.day >= $2) and ($3::date is null or d.day <= $3)
    and ($4::text is null or k.id::text = $4)`;

/** Sales by concert, day, ticket type, or several of these (office.md 9). */
export function createSalesReport(pool: Pool, language: Language, filters: SalesFilters): Report {
  const by = readGroups(filters.by);
  return {
    columns: [...by.map((group) => groups[group]), ...figures],
    async *readRows() {
      yield await readSales(pool, toValues(language, filters), by);
    },
  };
}

/** The page of the sales, with what was sold elsewhere apart. */
export async function readSalesReport(
  pool: Pool,
  language: Language,
  filters: SalesFilters,
): Promise<SalesReport> {
  const by = readGroups(filters.by);
  const values = toValues(language, filters);
  const [rows, totals, elsewhere] = await Promise.all([
    readSales(pool, values, by, MAX_TABLE_ROWS + 1),
    pool.query<ReportRow>(`select ${sums} ${source}`, values),
    readElsewhere(pool, language, filters),
  ]);
  const columns = [...by.map((group) => groups[group]), ...figures];
  return {
    by,
    table: toTable(columns, language, { rows, sums: sumUp(figures, totals.rows) }),
    elsewhere,
  };
}

const readGroups = (by: readonly string[] = []): SalesGroup[] => {
  const known = salesGroups.filter((group) => by.includes(group));
  return known.length === 0 ? ['concert'] : known;
};

function toValues(language: Language, filters: SalesFilters): (string | null)[] {
  const { start, end } = toRange(filters);
  const { from = '', to = '', concert = '' } = filters;
  return [language, start && from, end && to, concert === '' ? null : concert];
}

async function readSales(
  pool: Pool,
  values: (string | null)[],
  by: SalesGroup[],
  limit: number | null = null,
): Promise<ReportRow[]> {
  const labels = by.map((group) => `${groups[group].sql} as ${group}`);
  const keys = by.map((group) => groups[group].keys);
  // types of several concerts have one name, and are sorted as their concerts list them
  const order = by.map((group) =>
    group === 'type' ? 'min(y.position), y.name' : groups[group].keys,
  );
  const { rows } = await pool.query<ReportRow>(
    `select ${labels.join(', ')}, ${sums} ${source}
     group by ${[...keys, ...(by.includes('concert') ? ['k.label'] : [])].join(', ')}
     order by ${order.join(', ')} limit $5`,
    [...values, limit],
  );
  return rows;
}

const elsewhereColumns = [groups.concert, toColumn('elsewhere', 'count')];

async function readElsewhere(
  pool: Pool,
  language: Language,
  { concert = '' }: SalesFilters,
): Promise<ReportTable> {
  const { rows } = await pool.query<ReportRow>(
    `select k.label as concert, p.presold as elsewhere from product p join (${concertLabels}) k on k.id = p.concert_id
     where p.presold > 0 and ($2 = '' or k.id::text = $2) order by k.starts_at, k.id`,
    [language, concert],
  );
  return toTable(elsewhereColumns, language, { rows, sums: sumUp(elsewhereColumns, rows) });
}
