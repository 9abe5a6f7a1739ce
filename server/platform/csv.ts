import { berlinTime, berlinDate } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { CsvOptions } from '#contract/office/lists.ts';

// CSV of the office (office.md 9): UTF-8, CRLF, RFC 4180; German with semicolons and decimal commas.

/** A cell: text, a number as it is, money in cents, a day or a moment. */
export type CsvCell =
  | string
  | null
  | { number: number }
  | { cents: number }
  | { day: Date }
  | { moment: Date };

/** A line with its end. */
export function toCsvLine(cells: readonly CsvCell[], language: Language): string {
  const separator = language === 'de' ? ';' : ',';
  return `${cells.map((cell) => toField(cell, language)).join(separator)}\r\n`;
}

function toText(cell: CsvCell, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return isText(cell) ? cell : `'${cell}`;
  if ('number' in cell) return String(cell.number);
  if ('cents' in cell) {
    const amount = (cell.cents / 100).toFixed(2);
    return language === 'de' ? amount.replace('.', ',') : amount;
  }
  if ('day' in cell) return toDay(cell.day, language);
  return `${toDay(cell.moment, language)} ${berlinTime(cell.moment)}`;
}

/** Whether a spreadsheet shows a text as it is: it runs formulas, drops leading zeros and rounds long numbers. */
function isText(cell: string): boolean {
  return !/^\s*[=+\-@＝＋－＠]|^[\t\r]|^0\d+$|^\d{12,}$|^\d+[eE]\d+$/.test(cell);
}

const toDay = (moment: Date, language: Language): string =>
  formatCsvDay(berlinDate(moment), language);

/** A day such as 2025-08-22 as cells have it: 22.08.2025 in German. */
export const formatCsvDay = (day: string, language: Language): string =>
  language === 'de' ? day.split('-').toReversed().join('.') : day;

const toField = (cell: CsvCell, language: Language): string =>
  typeof cell === 'string' ? quote(toText(cell, language)) : toText(cell, language);

/** Quotes both separators: a spreadsheet of the other language splits at its own. */
function quote(text: string): string {
  const isPlain = !/[",;\t\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The header row, then the lines of each batch. `hasBom`: for Excel. */
export async function* writeCsv(
  header: readonly string[],
  batches: AsyncIterable<CsvCell[][]>,
  { language, hasBom }: CsvOptions,
): AsyncGenerator<string> {
  yield (hasBom ? '\u{FEFF}' : '') + toCsvLine(header, language);
  for await (const batch of batches) {
    yield batch.map((cells) => toCsvLine(cells, language)).join('');
  }
}
