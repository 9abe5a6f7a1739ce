import type { CommandTable } from '../command.ts';

/** The commands of Today and Health (office.md 4). */
export const todayCommands = {} satisfies CommandTable;
