import type { AuditQueries } from '#contract/office/audit-queries.ts';
import type { QueryTable } from '../query.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { writeAuditCsv } from './write-audit-csv.ts';

/** Data for the screens of the audit log (office.md 11). */
export const auditQueries: QueryTable<AuditQueries> = {
  'audit:list': listAuditEvents,
  'audit:csv': async (context, input) => writeAuditCsv(context, input),
};
