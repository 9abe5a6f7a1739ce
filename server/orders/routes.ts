import type { Pool } from 'pg';
import type { WalFlush } from '../platform/database/wal-flush.ts';
import { bearerOf } from '../platform/http/call.ts';
import type { Mount } from '../platform/http/mount.ts';
import { listOrdersOfAccount, getOrderByToken } from './order-queries.ts';
import { ticketCodeFormat } from './ticket-code.ts';
import { toOrderDto, type OrderDtoDeps } from './order-dto.ts';

/** The dependencies of the order endpoints. */
export interface OrderDeps extends OrderDtoDeps {
  pool: Pool;
  /** Waits for the flush of checkouts: an order is shown when it is on disk (decision 13). */
  flush: WalFlush;
  /** How many days an order's link is valid, at least. */
  linkDays: number;
  /** The public key that verifies ticket codes, in base64. */
  ticketKey: string;
}

/** Orders and the key of ticket codes (api.md, Payment and order). */
export function mountOrders(mount: Mount, deps: OrderDeps): void {
  mount('getOrderDetails', async (call) => {
    call.responseHeaders.set('referrer-policy', 'no-referrer');
    const order = await getOrderByToken(
      deps.pool,
      deps.tokens,
      call.query.token ?? '',
      deps.linkDays,
    );
    await deps.flush(order.checkout_id);
    return { data: toOrderDto(order, call.language, deps) };
  });

  mount('listOrders', async (call) => {
    const orders = await listOrdersOfAccount(deps.pool, bearerOf(call).accountId);
    await Promise.all(orders.map((order) => deps.flush(order.checkout_id)));
    return { data: orders.map((order) => toOrderDto(order, call.language, deps)) };
  });

  mount('getTicketKey', (call) => {
    call.responseHeaders.set('cache-control', 'public, max-age=3600');
    return {
      data: {
        algorithm: 'Ed25519' as const,
        public_key: deps.ticketKey,
        format: ticketCodeFormat,
      },
    };
  });
}
