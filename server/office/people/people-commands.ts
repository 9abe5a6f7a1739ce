import type { CommandTable } from '../command.ts';

/** The commands of people (office.md 8.1). */
export const peopleCommands = {} satisfies CommandTable;
