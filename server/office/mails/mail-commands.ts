import type { CommandTable } from '../command.ts';

/** The commands of the outbox (office.md 8.4). */
export const mailCommands = {} satisfies CommandTable;
