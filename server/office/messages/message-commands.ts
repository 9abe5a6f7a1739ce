import type { CommandTable } from '../command.ts';

/** The commands of messages (office.md 8.3). */
export const messageCommands = {} satisfies CommandTable;
