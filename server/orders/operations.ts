import { defineRead } from '../operations/define.ts';
import { getOrderByToken, listOrdersOfAccount, toOrder } from './order-queries.ts';

/** What customers read of orders; an order is shown when it is on disk (decision 5). */
export const orderReads = {
  'order:by-token': defineRead('anyone', async ({ deps, caller }, { token }: { token: string }) => {
    const order = await getOrderByToken(deps.pool, deps.tokens, token, deps.env.orderLinkDays);
    await deps.flush(order.checkout_id);
    return toOrder(order, caller.language, deps);
  }),
  'order:list-own': defineRead('customer', async ({ deps, caller }) => {
    const orders = await listOrdersOfAccount(deps.pool, caller.accountId);
    await Promise.all(orders.map((order) => deps.flush(order.checkout_id)));
    return orders.map((order) => toOrder(order, caller.language, deps));
  }),
  'order:ticket-key': defineRead('anyone', ({ deps }) => deps.ticketKey),
};
