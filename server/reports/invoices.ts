import { berlinDate } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { formatInvoiceNumber, type InvoiceSeries } from '../documents/to-document-data.ts';
import { formatCsvDay } from '../platform/csv.ts';
import { invoiceRows, taxRateSql, toPayment } from './invoice-rows.ts';
import {
  MAX_TABLE_ROWS,
  type Report,
  type ReportFilters,
  type ReportRow,
  type ReportTable,
  sumUp,
  toColumns,
  toRange,
  toTable,
} from './report.ts';
import { type InvoiceReportDeps, sumInvoices } from './revenue.ts';

/** Filters of the journal; `payout`: the provider's id of a payout. */
export interface InvoiceFilters extends ReportFilters {
  payout?: string | undefined;
}

const columns = toColumns(
  { number: 'text', date: 'day', order: 'text', cancels: 'text', supply: 'text' },
  { gross: 'cents', net: 'cents', tax: 'cents', taxRate: 'percent' },
  { payment: 'text', refund: 'text', fee: 'cents', payout: 'text' },
);

/** Rows of the CSV that are read at a time. */
const BATCH_SIZE = 200;

interface JournalRow {
  id: number;
  series: InvoiceSeries;
  year: number;
  number: number;
  issued_at: Date;
  order_no: string;
  cancelled_year: number | null;
  cancelled_number: number | null;
  /** Days of the concerts, as the invoice states them. */
  supply: string[];
  gross_cents: number;
  tax_cents: number;
  rate: number;
  intent_id: string | null;
  refund: string | null;
  fee_cents: number | null;
  payout_id: string | null;
}

/** The days of the concerts of tickets `t`, as documents about the order state them. */
const concertDays = (tickets: string): string => `
  select array_agg(distinct (coalesce((stated.concert->>'starts_at')::timestamptz, k.starts_at)
    at time zone 'Europe/Berlin')::date::text)
  from (select distinct product_id from ticket where order_id = f.order_id ${tickets}) t
    join product p on p.id = t.product_id join concert k on k.id = p.concert_id
    left join lateral (select each as concert from jsonb_array_elements(f.sold_concerts) each
      where (each->>'id')::integer = k.id) stated on true`;

const journal = (invoices: string): string => `
  select f.*, ${taxRateSql('f.tax_treatment')} as rate, n.year as cancelled_year, n.number as cancelled_number,
    coalesce((${concertDays(`and f.series = 'cancellation' and voided_at = f.issued_at`)}), (${concertDays('')})) as supply,
    case when f.series = 'cancellation' then coalesce((select provider_id from refund where id = f.refund_id),
      (select id from dispute where intent_id = f.intent_id and status = 'lost' limit 1)) end as refund,
    m.fee_cents, m.payout_id
  from (${invoiceRows(invoices, '$1')}) f
    left join invoice n on n.order_id = f.order_id and n.series = 'invoice' and f.series = 'cancellation'
    left join lateral (select sum(fee_cents)::integer as fee_cents, max(payout_id) as payout_id
      from provider_transaction where invoice_id = f.id) m on true
  order by f.issued_at desc, f.id desc`;

/** The journal of invoices and cancellation invoices, the newest first, without names (office.md 9). */
export function createInvoiceReport(
  deps: InvoiceReportDeps,
  language: Language,
  filters: InvoiceFilters,
): Report {
  return {
    columns,
    async *readRows() {
      let last: JournalRow | undefined;
      do {
        const rows = await readJournal(deps, filters, { limit: BATCH_SIZE, after: last });
        yield rows.map((row) => toRow(row, language));
        last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
      } while (last !== undefined);
    },
  };
}

/** The page of the journal. */
export async function readInvoiceReport(
  deps: InvoiceReportDeps,
  language: Language,
  filters: InvoiceFilters,
): Promise<ReportTable> {
  const found = await readJournal(deps, filters, { limit: MAX_TABLE_ROWS + 1 });
  const rows = found.map((row) => toRow(row, language));
  const isWhole = rows.length <= MAX_TABLE_ROWS;
  const sums = isWhole ? sumUp(columns, rows) : await sumJournal(deps, language, filters);
  return toTable(columns, language, { rows, sums });
}

async function readJournal(
  { pool, tax }: InvoiceReportDeps,
  filters: InvoiceFilters,
  { limit, after }: { limit: number; after?: JournalRow | undefined },
): Promise<JournalRow[]> {
  const { start, end } = toRange(filters);
  const { payout = '' } = filters;
  const values: unknown[] = [tax];
  const condition = (value: unknown, sql: (parameter: string) => string): string =>
    `and ${sql(`$${values.push(value)}`)}`;
  // only conditions that apply: the planner cannot look a payout up beside an alternative
  const conditions = [
    start && condition(start, (p) => `issued_at >= ${p}`),
    end && condition(end, (p) => `issued_at < ${p}`),
    payout &&
      condition(
        payout,
        (p) => `id in (select invoice_id from provider_transaction where payout_id = ${p})`,
      ),
    after &&
      condition(
        after.id,
        (p) => `(issued_at, id) < (select issued_at, id from invoice where id = ${p})`,
      ),
  ];
  const { rows } = await pool.query<JournalRow>(
    journal(`select * from invoice where true ${conditions.filter(Boolean).join(' ')}
      order by issued_at desc, id desc limit ${limit}`),
    values,
  );
  return rows;
}

/** The sums of a long journal: from those of the days, and the fees by the dates of their invoices. */
async function sumJournal(
  deps: InvoiceReportDeps,
  language: Language,
  filters: InvoiceFilters,
): Promise<ReportRow> {
  if ((filters.payout ?? '') !== '') {
    const rows: ReportRow[] = [];
    for await (const batch of createInvoiceReport(deps, language, filters).readRows())
      rows.push(...batch);
    return sumUp(columns, rows);
  }
  const { start, end } = toRange(filters);
  const sums = await sumInvoices(deps, filters);
  // over all years it would read the whole table
  if (start === null && end === null) return { ...sums, fee: null };
  const { rows } = await deps.pool.query<{ fee: number }>(
    `select coalesce(sum(fee_cents), 0)::bigint as fee from provider_transaction
     where issued_at >= coalesce($1::timestamptz, '-infinity') and issued_at < coalesce($2::timestamptz, 'infinity')`,
    [start, end],
  );
  return { ...sums, fee: rows[0]?.fee ?? 0 };
}

function toRow(row: JournalRow, language: Language): ReportRow {
  const { cancelled_year: year, cancelled_number: number } = row;
  return {
    number: formatInvoiceNumber(row.series, row.year, row.number),
    date: berlinDate(row.issued_at),
    order: row.order_no,
    cancels: year === null || number === null ? null : formatInvoiceNumber('invoice', year, number),
    supply: row.supply.map((day) => formatCsvDay(day, language)).join(', '),
    gross: row.gross_cents,
    net: row.gross_cents - row.tax_cents,
    tax: row.tax_cents,
    taxRate: row.rate,
    payment: toPayment(row.intent_id),
    refund: row.refund,
    fee: row.fee_cents,
    payout: row.payout_id,
  };
}
