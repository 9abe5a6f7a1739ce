import { recordAuditExport } from './record-audit-export.ts';

/** The commands of the audit log (office.md 11). */
export const auditCommands = { 'audit:export': recordAuditExport };
