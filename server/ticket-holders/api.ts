import { responseTexts } from '#messages/responses.ts';
import { defineApi } from '../operations/define-api.ts';
import { ticketHolderSteps } from './operations.ts';

/** Lost tickets (api.md, Payment and order). */
export const ticketHolderApi = defineApi(ticketHolderSteps, {
  findTickets: {
    operation: 'tickets:find',
    body: (_, { caller }) => ({ message: responseTexts.ticketsRequested[caller.language] }),
  },
});
