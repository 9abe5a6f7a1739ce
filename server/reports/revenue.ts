import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { formatMonth } from '#contract/format.ts';
import { reportTexts } from '#messages/office/reports.ts';
import { formatInvoiceNumber, type InvoiceSeries } from '../documents/to-document-data.ts';
import type { TaxTreatment } from '../documents/pdf/document-data.ts';
import type { RecurringJob } from '../platform/jobs/job-runner.ts';
import { invoiceRows, taxRateSql } from './invoice-rows.ts';
import {
  type Report,
  type ReportFilters,
  type ReportRow,
  type ReportTable,
  sumUp,
  toColumns,
  toRange,
  toTable,
} from './report.ts';

/** The dependencies of reports about invoices. */
export interface InvoiceReportDeps {
  pool: Pool;
  /** For invoices that are not drawn yet. */
  tax: TaxTreatment;
}

/** The page of revenue and tax; the table's sums are the balance. */
export interface RevenueReport {
  table: ReportTable;
  /** The first missing numbers of the years of the filter; none: no gaps. */
  missingNumbers: string[];
}

const columns = toColumns(
  { month: 'text', series: 'text', count: 'count', firstNo: 'text', lastNo: 'text' },
  { gross: 'cents', net: 'cents', tax: 'cents', taxRate: 'percent', ofThisPostage: 'cents' },
);

/** Sums the invoices of a day in Europe/Berlin. */
const sumDays = (invoices: string, setting: string): string => `
  select (issued_at at time zone 'Europe/Berlin')::date as day, series, tax_treatment, count(*)::integer as count,
    min(number) as first_number, max(number) as last_number, sum(gross_cents)::bigint as gross_cents,
    sum(tax_cents)::bigint as tax_cents, sum(postage_cents)::bigint as postage_cents
  from (${invoiceRows(invoices, setting)}) f group by 1, 2, 3`;

const startOf = (day: string): string => `(${day})::timestamp at time zone 'Europe/Berlin'`;

/** The last day that `revenue_day` has. A statement of its own: the planner then knows how few days are left. */
async function findLastDay(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ day: string }>(
    `select coalesce(max(day), '1900-01-01')::text as day from revenue_day`,
  );
  return rows[0]?.day ?? '';
}

interface MonthRow {
  month: string;
  series: InvoiceSeries;
  year: number;
  count: number;
  first_number: number;
  last_number: number;
  gross: number;
  tax: number;
  rate: number;
  postage: number;
}

/** Revenue and tax per month, series and tax rate (office.md 9). */
export function createRevenueReport(
  deps: InvoiceReportDeps,
  language: Language,
  filters: ReportFilters,
): Report {
  return {
    columns,
    async *readRows() {
      yield (await readMonths(deps, filters)).map((row) => toRow(row, language));
    },
  };
}

/** The page of revenue and tax. */
export async function readRevenueReport(
  deps: InvoiceReportDeps,
  language: Language,
  filters: ReportFilters,
): Promise<RevenueReport> {
  const months = await readMonths(deps, filters);
  const missingNumbers = await listMissingNumbers(deps, filters, months);
  const rows = months.map((row) => toRow(row, language));
  return {
    table: toTable(columns, language, { rows, sums: sumUp(columns, rows) }),
    missingNumbers,
  };
}

/** The sums of the invoices of these days, in cents: gross, net, tax. */
export async function sumInvoices(
  deps: InvoiceReportDeps,
  filters: ReportFilters,
): Promise<{ gross: number; net: number; tax: number }> {
  const rows = await readMonths(deps, filters);
  const gross = rows.reduce((sum, row) => sum + row.gross, 0);
  const tax = rows.reduce((sum, row) => sum + row.tax, 0);
  return { gross, net: gross - tax, tax };
}

async function readMonths(
  { pool, tax }: InvoiceReportDeps,
  filters: ReportFilters,
): Promise<MonthRow[]> {
  const { start, end } = toRange(filters);
  const recent = `select * from invoice where issued_at >= ${startOf('$6::date + 1')}
    and ($2::timestamptz is null or issued_at >= $2) and ($3::timestamptz is null or issued_at < $3)`;
  const { rows } = await pool.query<MonthRow>(
    `with days as (
       select * from revenue_day
       where day <= $6 and ($4::date is null or day >= $4) and ($5::date is null or day <= $5)
       union all ${sumDays(recent, '$1')}
     )
     select left(day::text, 7) as month, series, ${taxRateSql('tax_treatment')} as rate,
       extract(year from min(day))::integer as year, sum(count)::integer as count,
       min(first_number) as first_number, max(last_number) as last_number, sum(gross_cents)::bigint as gross,
       sum(tax_cents)::bigint as tax, sum(postage_cents)::bigint as postage
     from days group by 1, 2, 3 order by 1, 2 desc, 3`,
    [tax, start, end, start && filters.from, end && filters.to, await findLastDay(pool)],
  );
  return rows;
}

function toRow({ month, series, year, rate, ...row }: MonthRow, language: Language): ReportRow {
  const name = series === 'invoice' ? reportTexts.invoices : reportTexts.cancellations;
  return {
    month: `${formatMonth(`${month}-01`, language)} ${month.slice(0, 4)}`,
    series: name[language],
    count: row.count,
    firstNo: formatInvoiceNumber(series, year, row.first_number),
    lastNo: formatInvoiceNumber(series, year, row.last_number),
    gross: row.gross,
    net: row.gross - row.tax,
    tax: row.tax,
    taxRate: rate,
    ofThisPostage: row.postage,
  };
}

/** More missing numbers are not listed. */
const MAX_MISSING_COUNT = 20;

/** Numbers between 1 and the last one drawn that no invoice has, in the years of the filter. */
async function listMissingNumbers(
  deps: InvoiceReportDeps,
  filters: ReportFilters,
  found: MonthRow[],
): Promise<string[]> {
  const { start, end } = toRange(filters);
  const first = start && filters.from?.slice(0, 4);
  const last = end && filters.to?.slice(0, 4);
  const ofYears = {
    ...(first && { from: `${first}-01-01` }),
    ...(last && { to: `${last}-12-31` }),
  };
  const months = first || last ? await readMonths(deps, ofYears) : found;
  const { rows: counters } = await deps.pool.query<{
    series: InvoiceSeries;
    year: number;
    last: number;
  }>(
    `select series, year, last from invoice_counter
     where ($1::integer is null or year >= $1) and ($2::integer is null or year <= $2) order by year, series desc`,
    [first, last],
  );
  const missing: string[] = [];
  for (const { series, year, last: lastNumber } of counters) {
    const ofYear = months.filter((row) => row.series === series && row.year === year);
    if (ofYear.reduce((sum, row) => sum + row.count, 0) === lastNumber) continue;
    const { rows } = await deps.pool.query<{ number: number }>(
      `select number from (select generate_series(1, $3::integer) as number) every_number
       where not exists (select from invoice i where i.series = $1 and i.year = $2 and i.number = every_number.number)
       limit ${MAX_MISSING_COUNT}`,
      [series, year, lastNumber],
    );
    missing.push(...rows.map(({ number }) => formatInvoiceNumber(series, year, number)));
  }
  return missing.slice(0, MAX_MISSING_COUNT);
}

/** Days are over by then, also for the transactions that began in their last moments. */
export const sumRevenueJob: RecurringJob = {
  task: 'sum-revenue',
  cron: '9,19,29,39,49,59 * * * *',
};

/** Days that one statement adds: those of many seasons would exceed its time. */
const MAX_DAYS = 30;

/**
 * Adds the days that are over to `revenue_day`, up to the first one with an invoice whose document is missing:
 * it states the tax. A document that is missing for a week is not waited for. Repeatable.
 */
export async function sumRevenue({ pool, tax }: InvoiceReportDeps): Promise<void> {
  const next = `select min(issued_at) from invoice where issued_at >= ${startOf('$2::date + 1')}`;
  const due = `select * from invoice where issued_at >= ${startOf('$2::date + 1')} and issued_at < least(
    ${startOf(`((${next}) at time zone 'Europe/Berlin')::date + ${MAX_DAYS}`)},
    ${startOf(`((now() - interval '1 hour') at time zone 'Europe/Berlin')::date`)},
    (select ${startOf(`min(m.issued_at at time zone 'Europe/Berlin')::date`)} from invoice m
     where m.issued_at > now() - interval '7 days' and m.series = 'invoice'
       and not exists (select from document d where d.order_id = m.order_id and d.kind = 'invoice')))`;
  const insert = `insert into revenue_day ${sumDays(due, '$1')} on conflict do nothing`;
  while ((await pool.query(insert, [tax, await findLastDay(pool)])).rowCount !== 0);
}
