import { issueComplimentaryTickets } from './issue-complimentary-tickets.ts';

/** The commands of complimentary tickets (office.md 7.4). */
export const complimentaryCommands = {
  'order:complimentary': issueComplimentaryTickets,
};
