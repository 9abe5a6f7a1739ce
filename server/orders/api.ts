import { defineApi } from '../operations/define-api.ts';
import { orderReads } from './operations.ts';
import { ticketCodeFormat } from './ticket-code.ts';

/** Orders and the key of ticket codes (api.md, Payment and order). */
export const orderApi = defineApi(orderReads, {
  getOrderDetails: {
    operation: 'order:by-token',
    input: ({ query }) => ({ token: query.token ?? '' }),
    body: (data) => ({ data }),
    headers: { 'referrer-policy': 'no-referrer' },
  },
  listOrders: {
    operation: 'order:list-own',
    body: (data) => ({ data }),
  },
  getTicketKey: {
    operation: 'order:ticket-key',
    body: (key) => ({
      data: { algorithm: 'Ed25519' as const, public_key: key, format: ticketCodeFormat },
    }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});
