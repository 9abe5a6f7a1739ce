import { Readable } from 'node:stream';
import type { AuditRow } from '#contract/office/audit-queries.ts';
import { berlinClock, berlinDate } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { labelOf } from './event-labels.ts';

/** The line of the column heads (office.md 9, Reports). */
export function headOfCsv(language: Language): string {
  const t = pickTexts(auditTexts, language);
  return toLine([t.time, t.who, t.what, t.onWhat, t.details, t.network], language);
}

/** Texts as the body of a response, made as the client reads. */
export const streamText = (texts: AsyncIterable<string>): BodyInit =>
  Readable.toWeb(Readable.from(texts, { objectMode: false })) as unknown as BodyInit;

/** One entry as a line. */
export function lineOfCsv(row: AuditRow, language: Language): string {
  const at = new Date(row.at);
  const day = berlinDate(at);
  const shownDay = language === 'de' ? day.split('-').toReversed().join('.') : day;
  const changes = row.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`);
  const cells = [
    row.who,
    labelOf(row.command, language),
    row.thing?.name ?? '',
    changes.join('; '),
  ];
  return toLine(
    [`${shownDay} ${berlinClock(at)}`, ...cells.map(guard), row.network ?? ''],
    language,
  );
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
const guard = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function toLine(cells: string[], language: Language): string {
  const separator = language === 'de' ? ';' : ',';
  const quoted = cells.map((cell) =>
    /[";,\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(separator)}\r\n`;
}
