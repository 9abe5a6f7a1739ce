import type { CommandTable } from '../command.ts';

/** The commands of the audit log (office.md 11). */
export const auditCommands = {} satisfies CommandTable;
