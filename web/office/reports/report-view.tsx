import type { ReactNode } from 'react';
import { formatDate, formatMoney, formatNumber } from '#contract/format.ts';
import { listTexts, orderOfficeTexts } from '#messages/office/orders.ts';
import { reportTexts } from '#messages/office/reports.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';
import { useMoment } from '../ui/breakable-text.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { FilterButtons } from '../ui/list-controls.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { SelectField } from '../ui/select-field.tsx';

type ReportTable = OutputOf<'report:invoices'>['table'];
type ReportRow = ReportTable['rows'][number];
type ReportColumn = ReportTable['columns'][number];

interface ReportPageProps {
  title: string;
  /** When its figures were read, ISO 8601. */
  madeAt: string;
  children: ReactNode;
}

/** A report below the list of reports (office.md 9). */
export function ReportPage({ title, madeAt, children }: ReportPageProps) {
  const texts = useTexts(reportTexts);
  const moment = useMoment();
  return (
    <>
      <Breadcrumb items={[{ label: texts.title, path: '/office/reports' }, { label: title }]} />
      <OfficeTitle title={title} />
      <p>{texts.madeAt({ when: moment(madeAt) })}</p>
      {children}
    </>
  );
}

interface ReportFiltersProps {
  query: Record<string, string>;
  /** The path of the report as CSV. */
  csv: string;
  /** Of reports that can be about one concert. */
  concerts?: OutputOf<'order:concerts'>;
  /** Whether the report is a file alone. */
  isFile?: boolean;
  children?: ReactNode;
}

/** The filters of a report: days in Berlin, both included, and what the report adds. */
export function ReportFilters({ query, csv, concerts, isFile, children }: ReportFiltersProps) {
  const texts = useTexts(listTexts);
  const { concert } = useTexts(orderOfficeTexts);
  return (
    <form method="get" className="office-filters">
      <Field name="from" label={texts.from} type="date" defaultValue={query['from'] ?? ''} />
      <Field name="to" label={texts.to} type="date" defaultValue={query['to'] ?? ''} />
      {concerts && (
        <SelectField
          name="concert"
          label={concert}
          defaultValue={query['concert'] ?? ''}
          options={[
            ['', texts.all],
            ...concerts.map(({ id, title }) => [String(id), title] as const),
          ]}
        />
      )}
      {children}
      <FilterButtons csv={csv} isFile={isFile} />
    </form>
  );
}

interface ReportTableProps {
  caption: string;
  table: ReportTable;
  /** The label of the row of sums. */
  sum?: string;
}

/** The rows of a report; a long one is cut, its file is not. */
export function ReportTableView({ caption, table, sum }: ReportTableProps) {
  const texts = useTexts(reportTexts);
  const language = useLanguage();
  const cell = useCell();
  const { columns, rows, sums } = table;
  if (rows.length === 0) return <p className="office-empty">{texts.nothing}</p>;
  return (
    <>
      {table.isCut && (
        <p className="office-count">{texts.cut({ count: formatNumber(rows.length, language) })}</p>
      )}
      <DataTable
        caption={caption}
        rows={rows.map((row, index) => ({ row, index }))}
        keyOf={({ index }) => index}
        columns={columns.map((column): Column<{ row: ReportRow }> => ({
          label: column.label,
          cell: ({ row }) => cell(column, row[column.key] ?? null),
          isNumber: isNumber(column),
        }))}
        {...(sums && {
          sums: columns.map((column, index) =>
            index === 0 ? (sum ?? texts.sum) : cell(column, sums[column.key] ?? null),
          ),
        })}
      />
    </>
  );
}

const isNumber = ({ kind }: ReportColumn) =>
  kind === 'cents' || kind === 'count' || kind === 'percent';

/** A cell in the reader's language; an empty one for null. */
function useCell(): (column: ReportColumn, value: string | number | null) => ReactNode {
  const language = useLanguage();
  const moment = useMoment();
  return ({ key, kind }, value) => {
    if (value === null) return '';
    if (kind === 'cents') return formatMoney(Number(value), language);
    if (kind === 'count') return formatNumber(Number(value), language);
    if (kind === 'percent') return `${formatNumber(Number(value), language)}\u00a0%`;
    if (kind === 'day') return formatDate(String(value), language);
    if (kind === 'moment') return moment(String(value));
    if (key === 'payout') {
      return <a href={`?${new URLSearchParams({ payout: String(value) })}`}>{value}</a>;
    }
    return key === 'order' ? <OrderLink no={String(value)} /> : value;
  };
}
