import type { CommandTable } from '../command.ts';

/** The commands of orders, box-office list and post (office.md 7). */
export const orderCommands = {} satisfies CommandTable;
