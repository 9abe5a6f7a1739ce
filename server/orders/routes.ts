import type { Pool } from 'pg';
import { bearerOf } from '../platform/http/call.ts';
import type { Mount } from '../platform/http/mount.ts';
import { findOrdersOfAccount, getOrderByToken } from './find-orders.ts';
import { ticketCodeFormat } from './ticket-code.ts';
import { toOrderDto, type OrderDtoDeps } from './order-dto.ts';

export interface OrderDeps extends OrderDtoDeps {
  pool: Pool;
  /** Days an order's link lives at least. */
  linkDays: number;
  /** The key that checks ticket codes. */
  ticketKey: string;
}

/** Orders and the key of ticket codes (api.md, Payment and order). */
export function mountOrders(mount: Mount, tools: OrderDeps): void {
  mount('getOrderDetails', async (call) => {
    call.responseHeaders.set('referrer-policy', 'no-referrer');
    const order = await getOrderByToken(
      tools.pool,
      tools.tokens,
      call.query.token ?? '',
      tools.linkDays,
    );
    return { data: toOrderDto(order, call.language, tools) };
  });

  mount('listOrders', async (call) => {
    const orders = await findOrdersOfAccount(tools.pool, bearerOf(call).accountId);
    return { data: orders.map((order) => toOrderDto(order, call.language, tools)) };
  });

  mount('getTicketKey', (call) => {
    call.responseHeaders.set('cache-control', 'public, max-age=3600');
    return {
      data: {
        algorithm: 'Ed25519' as const,
        public_key: tools.ticketKey,
        format: ticketCodeFormat,
      },
    };
  });
}
