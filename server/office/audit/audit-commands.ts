import type { CommandTable } from '../command.ts';
import { exportAudit } from './export-audit.ts';

/** The commands of the audit log (office.md 11). */
export const auditCommands = { 'audit:export': exportAudit } satisfies CommandTable;
