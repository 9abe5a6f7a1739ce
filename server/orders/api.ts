import { defineApi } from '../operations/define-api.ts';
import { defineShopRead } from '../operations/define.ts';
import { getOrderByToken, listOrdersOfAccount, toOrderDto } from './order-queries.ts';
import { ticketCodeFormat } from './ticket-code.ts';

/** What customers read of orders; an order is shown when it is on disk (decision 5). */
const orderReads = {
  'order:by-token': defineShopRead('anyone', async ({ deps }, { token }: { token: string }) => {
    const { pool, tokens, env, flush } = deps;
    const order = await getOrderByToken(pool, tokens, token, env.orderLinkDays);
    await flush(order.checkout_id);
    return order;
  }),
  'order:list-own': defineShopRead('customer', async ({ deps: { pool, flush }, caller }) => {
    const orders = await listOrdersOfAccount(pool, caller.accountId);
    await Promise.all(orders.map((order) => flush(order.checkout_id)));
    return orders;
  }),
  'order:ticket-key': defineShopRead('anyone', ({ deps }) => deps.ticketKey),
};

/** Orders and the key of ticket codes (api.md, Payment and order). */
export const orderApi = defineApi(orderReads, {
  getOrderDetails: {
    operation: 'order:by-token',
    input: ({ query }) => ({ token: query.token ?? '' }),
    body: (order, { deps, caller }) => ({ data: toOrderDto(order, caller.language, deps) }),
    headers: { 'referrer-policy': 'no-referrer' },
  },
  listOrders: {
    operation: 'order:list-own',
    body: (orders, { deps, caller }) => ({
      data: orders.map((order) => toOrderDto(order, caller.language, deps)),
    }),
  },
  getTicketKey: {
    operation: 'order:ticket-key',
    body: (key) => ({
      data: { algorithm: 'Ed25519' as const, public_key: key, format: ticketCodeFormat },
    }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});
