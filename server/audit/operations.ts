import { z } from 'zod';
import { admin, adminAndOffice } from '#contract/office/staff.ts';
import { defineChange, defineRead, type Context } from '../operations/define.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { labelOfAuditField } from '#messages/office/audit-fields.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { labelOf } from '#messages/office/command-labels.ts';
import { writeCsv, type CsvCell } from '../platform/csv.ts';
import { readAuditEvents, listAuditEvents, type AuditFilters } from './list-audit-events.ts';

const filter = z.string().max(100).default('');

/** Values of the filters that are never a customer's name or address; an order number is looked up instead. */
const safeFilters = {
  who: /^(?:\d{1,9}|other)$/,
  what: /^[a-z]+:[a-z-]+$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  thing: /^\d{1,9}$/,
};

/**
 * Notes that the audit log was exported, with the filters (office.md 11). Words typed by hand are left out: they may
 * be a customer's name or address, and no entry of the log can be erased.
 */
const recordAuditExport = defineChange({
  may: admin,
  confirms: true,
  input: z.object({ who: filter, what: filter, from: filter, to: filter, thing: filter }),
  async run({ client }, filters) {
    const orderNo = filters.thing.trim().toUpperCase();
    const { rowCount } = await client.query(
      `select from orders where order_no in ($1, overlay($1 placing '-' from 5 for 0))`,
      [orderNo],
    );
    const isSafe = (name: keyof typeof safeFilters, value: string) =>
      safeFilters[name].test(value) || (name === 'thing' && rowCount !== 0);
    const names = ['who', 'what', 'from', 'to', 'thing'] as const;
    const after = Object.fromEntries(
      names
        .filter((name) => filters[name] !== '')
        .map((name) => [name, isSafe(name, filters[name].trim()) ? filters[name] : '…']),
    );
    return { output: {}, audit: { thing: { kind: 'list', id: 'audit', name: 'audit' }, after } };
  },
});

/** The entries of the audit log that match the filters as CSV, in the columns of the list (office.md 11). */
function writeAuditCsv(
  context: Context,
  { filters, language, hasBom }: { filters: AuditFilters } & CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(auditTexts, language);
  const inLanguage = { ...context, caller: { ...context.caller, language } };
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of readAuditEvents(inLanguage, filters)) {
      yield rows.map((row) => [
        { moment: new Date(row.at) },
        row.who,
        labelOf(row.command, language),
        row.thing?.name ?? '',
        row.changes
          .map(
            ({ field, before, after }) =>
              `${labelOfAuditField(field, row.thing?.kind ?? '', language)}: ${before} → ${after}`,
          )
          .join('; '),
        row.network,
      ]);
    }
  }
  const header = [t.time, t.who, t.what, t.onWhat, t.details, t.network];
  return writeCsv(header, batches(), { language, hasBom });
}

/** The operations of the audit log (office.md 11). */
export const auditOperations = {
  'audit:export': recordAuditExport,
  'audit:list': defineRead(adminAndOffice, listAuditEvents),
  'audit:csv': defineRead(admin, writeAuditCsv),
};
