import { FindTicketsBody } from '#contract/accounts.ts';
import { defineStep } from '../operations/define.ts';
import { requestTickets } from './find-tickets.ts';

/** What ticket holders ask for without an account (product.md 12). */
export const ticketHolderSteps = {
  'tickets:find': defineStep({
    may: 'anyone',
    input: FindTicketsBody,
    run: ({ deps, caller }, { email }) => requestTickets(deps.pool, email, caller.language),
  }),
};
