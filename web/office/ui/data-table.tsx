/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the explicit roles remain when the phone's layout turns the cells into blocks */
import type { ReactNode } from 'react';
import { BreakableText, breakText } from './breakable-text.tsx';

/** A column of a table. */
export interface Column<Row> {
  label: string;
  /** The cell; the first column's is the row's header. */
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** A number, moment or state, which breaks after a comma at most. */
  isShort?: boolean;
  /** Only links and buttons, which are not printed. */
  isAction?: boolean;
  /** Whether only a phone shows it, or only wider screens and paper. */
  only?: 'phone' | 'wide';
}

const classOf = ({
  isNumber = false,
  isShort = false,
  isAction = false,
  only,
}: Pick<Column<never>, 'isNumber' | 'isShort' | 'isAction' | 'only'>): string | undefined => {
  const kind = isNumber ? 'number' : isAction ? 'action' : isShort ? 'short' : undefined;
  return only === undefined ? kind : [kind, `only-${only}`].filter(Boolean).join(' ');
};

interface DataTableProps<Row> {
  /** Read with the table; the h2 or h1 above it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** A last row of sums, one cell per column. */
  sums?: ReactNode[];
}

/** A table that becomes labelled cards on a phone (office.md 1, Lists). */
export function DataTable<Row>({ caption, columns, rows, keyOf, sums }: DataTableProps<Row>) {
  return (
    <table className="office-table" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} scope="col" role="columnheader" className={classOf(column)}>
              <BreakableText text={column.label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map((column, index) => {
              const shared = { 'data-label': column.label, className: classOf(column) };
              return index === 0 ? (
                <th key={column.label} scope="row" role="rowheader" {...shared}>
                  {renderCell(column.cell(row), column.isShort)}
                </th>
              ) : (
                <td key={column.label} role="cell" {...shared}>
                  {renderCell(column.cell(row), column.isShort)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {sums && <SumsRow columns={columns} sums={sums} />}
    </table>
  );
}

/**
 * One box for any content, beside the label of a card; an empty cell has neither. Text that does not break needs no
 * element of its own: a box-office list has 7,000 cells, which render in half the time.
 */
function renderCell(content: ReactNode, isShort = false): ReactNode {
  if (content === null || content === undefined || content === '') return null;
  const shown = typeof content === 'string' ? breakText(content, isShort) : content;
  const isOneBox =
    typeof content === 'number' || (typeof content === 'string' && !Array.isArray(shown));
  return isOneBox ? shown : <div className="office-cell">{shown}</div>;
}

function SumsRow<Row>({ columns, sums }: { columns: Column<Row>[]; sums: ReactNode[] }) {
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {columns.map(({ label, isNumber, only }, index) =>
          index === 0 ? (
            <th key={label} scope="row" role="rowheader">
              {renderCell(sums[index])}
            </th>
          ) : (
            <td
              key={label}
              role="cell"
              data-label={label}
              className={classOf({ isNumber: isNumber ?? false, ...(only && { only }) })}
            >
              {renderCell(sums[index])}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
