import type { CommandTable } from '../command.ts';

/** The commands of the newsletter (office.md 8.2). */
export const newsletterCommands = {} satisfies CommandTable;
