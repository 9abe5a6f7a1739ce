import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';

/** Formats cents as euros, as the English sentences around them do. */
export const formatEuros = (cents: number): string => formatMoney(toEuro(cents), 'en');

/** Formats rows as columns under their names. */
export function formatTable(rows: Record<string, string | number>[]): string {
  const first = rows[0];
  if (first === undefined) return 'None.';
  const names = Object.keys(first);
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => String(row[name]).length)),
  );
  const line = (cells: (string | number)[]): string =>
    cells
      .map((cell, i) => String(cell).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(names),
    line(widths.map((w) => '-'.repeat(w))),
    ...rows.map((row) => line(Object.values(row))),
  ].join('\n');
}

/** A number with its noun, such as `1 row` and `2 rows`. */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
