import type { AuditFilters } from '#contract/office/audit-queries.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { auditFieldTexts } from '#messages/office/audit-fields.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { labelOf } from '#messages/office/command-labels.ts';
import { type CsvCell, writeCsv } from '../csv.ts';
import type { Context } from '../../operations/define.ts';
import { readAuditEvents } from './list-audit-events.ts';

/** The entries of the audit log that match the filters as CSV, in the columns of the list (office.md 11). */
export function writeAuditCsv(
  context: Context,
  { filters, language, hasBom }: { filters: AuditFilters } & CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(auditTexts, language);
  const fields: Record<string, string> = pickTexts(auditFieldTexts, language);
  const inLanguage = { ...context, caller: { ...context.caller, language } };
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of readAuditEvents(inLanguage, filters)) {
      yield rows.map((row) => [
        { moment: new Date(row.at) },
        row.who,
        labelOf(row.command, language),
        row.thing?.name ?? '',
        row.changes
          .map(({ field, before, after }) => `${fields[field] ?? field}: ${before} → ${after}`)
          .join('; '),
        row.network,
      ]);
    }
  }
  const header = [t.time, t.who, t.what, t.onWhat, t.details, t.network];
  return writeCsv(header, batches(), { language, hasBom });
}
