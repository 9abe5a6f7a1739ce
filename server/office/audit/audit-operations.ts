import { admin, adminAndOffice } from '#contract/office/staff.ts';
import type { AuditQueries } from '#contract/office/audit-queries.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { writeAuditCsv } from './write-audit-csv.ts';
import { recordAuditExport } from './record-audit-export.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of the audit log (office.md 11). */
export const auditOperations = {
  'audit:export': recordAuditExport,
  'audit:list': defineRead(adminAndOffice, listAuditEvents),
  'audit:csv': defineRead(admin, async (context, input) => writeAuditCsv(context, input)),
} satisfies OperationsOf<AuditQueries>;
