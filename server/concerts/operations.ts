import { concertCommands } from './concert-operations.ts';
import { concertReads } from './concert-reads.ts';
import { coverCommands } from './cover-operations.ts';
import { listOperations } from './list-operations.ts';
import { moveCommands } from './move-concert.ts';
import { programmeCommands, programmeReads } from './programme-operations.ts';
import { saleCommands } from './sale-operations.ts';

/** The operations of concerts and of the lists that they refer to (office.md 5.2). */
export const concertOperations = {
  ...concertCommands,
  ...moveCommands,
  ...saleCommands,
  ...coverCommands,
  ...programmeCommands,
  ...concertReads,
  ...programmeReads,
  ...listOperations,
};
