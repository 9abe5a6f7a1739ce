import type { CsvOptions } from '#contract/office/lists.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import { reportColumnTexts } from '#messages/office/reports.ts';
import { type CsvCell, writeCsv } from '../platform/csv.ts';
import { findDayStart } from '../operations/list-page.ts';

/** How a column is shown: a day is YYYY-MM-DD, a moment ISO 8601, money in cents, a percentage 7 for 7 %. */
type ColumnKind = 'text' | 'count' | 'cents' | 'day' | 'moment' | 'percent';

/** A column of a report; table and CSV are made from it. */
export interface ReportColumn {
  key: string;
  label: LocalizedText;
  kind: ColumnKind;
}

type ColumnKey = keyof typeof reportColumnTexts;

/** The column with the label of this key. */
export const toColumn = (key: ColumnKey, kind: ColumnKind): ReportColumn => ({
  key,
  label: reportColumnTexts[key],
  kind,
});

/** Columns by the keys of their labels, in this order, in groups that fit a line. */
export const toColumns = (...groups: Partial<Record<ColumnKey, ColumnKind>>[]): ReportColumn[] =>
  groups.flatMap((group) =>
    Object.entries(group).map(([key, kind]) => toColumn(key as ColumnKey, kind)),
  );

/** A row by the keys of its columns; null: an empty cell. */
export type ReportRow = Record<string, string | number | null>;

/** A report as a page shows it. */
export interface ReportTable {
  columns: { key: string; label: string; kind: ColumnKind }[];
  rows: ReportRow[];
  /** The sums of all rows, also of those that are left out; null for a table without sums. */
  sums: ReportRow | null;
  /** Whether only the first rows are there; the CSV has all. */
  isCut: boolean;
}

/** A report: its columns, and its rows in the language of its texts. */
export interface Report {
  columns: readonly ReportColumn[];
  /** In batches, so that a long file needs little memory. */
  readRows(): AsyncIterable<ReportRow[]>;
}

/** Days in Berlin, both included, and the id of a concert, as an address has them; what is no day is no filter. */
export interface ReportFilters {
  from?: string | undefined;
  to?: string | undefined;
  concert?: string | undefined;
}

/** Rows of a report's page. */
export const MAX_TABLE_ROWS = 200;

/** The columns in one language, as pages get them. */
export const toTable = (
  columns: readonly ReportColumn[],
  language: Language,
  { rows, sums }: { rows: ReportRow[]; sums: ReportRow | null },
): ReportTable => ({
  columns: columns.map(({ key, label, kind }) => ({ key, label: label[language], kind })),
  rows: rows.slice(0, MAX_TABLE_ROWS),
  sums,
  isCut: rows.length > MAX_TABLE_ROWS,
});

/** The sums of the columns with numbers and money. */
export function sumUp(columns: readonly ReportColumn[], rows: readonly ReportRow[]): ReportRow {
  const summed = columns.filter(({ kind }) => kind === 'count' || kind === 'cents');
  const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);
  return Object.fromEntries(summed.map(({ key }) => [key, sum(key)]));
}

/** A report as CSV (office.md 9). */
export function writeReportCsv(report: Report, options: CsvOptions): AsyncIterable<string> {
  const { columns } = report;
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of report.readRows()) {
      yield rows.map((row) => columns.map(({ key, kind }) => toCell(row[key] ?? null, kind)));
    }
  }
  const header = columns.map(({ label }) => label[options.language]);
  return writeCsv(header, batches(), options);
}

function toCell(value: string | number | null, kind: ColumnKind): CsvCell {
  if (value === null) return null;
  if (kind === 'cents') return { cents: Number(value) };
  if (kind === 'count' || kind === 'percent') return { number: Number(value) };
  if (kind === 'moment') return { moment: new Date(value) };
  return kind === 'day' ? { day: new Date(`${value}T12:00:00Z`) } : String(value);
}

/** The days of the filters as moments: from the first one's start to before the end of the last one. */
export const toRange = ({ from, to }: ReportFilters): { start: Date | null; end: Date | null } => ({
  start: findDayStart(from),
  end: findDayStart(to, 1),
});
