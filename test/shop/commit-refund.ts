import type { Pool } from 'pg';
import { inTransaction } from '#server/platform/database/database.ts';
import { type RefundedOrder, refundOrder, type RefundOrderInput } from '#server/payment/refund.ts';

/** Refunds an order in a transaction of its own, as the office's command does. Throws RefundNotPossible. */
export const commitRefund = (pool: Pool, input: RefundOrderInput): Promise<RefundedOrder> =>
  inTransaction(pool, (client) => refundOrder(client, input));
