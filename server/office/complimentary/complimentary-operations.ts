import { adminAndOffice } from '#contract/office/staff.ts';
import type { ComplimentaryQueries } from '#contract/office/complimentary-queries.ts';
import { listOrderableConcerts } from './list-orderable-concerts.ts';
import { issueComplimentaryTickets } from './issue-complimentary-tickets.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of complimentary tickets (office.md 7.4). */
export const complimentaryOperations = {
  'order:complimentary': issueComplimentaryTickets,
  'complimentary:concerts': defineRead(adminAndOffice, ({ deps, caller }) =>
    listOrderableConcerts(deps.pool, caller.language),
  ),
} satisfies OperationsOf<ComplimentaryQueries>;
