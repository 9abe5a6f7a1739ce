import type { Pool, PoolClient } from 'pg';

/**
 * SQL for a refund that failed and whose money is still owed: neither refunded again nor paid outside the shop. The
 * index `refund_failed` has the same condition.
 */
export const unresolvedRefundSql = 'failed_at is not null and resolved_at is null';

/**
 * Records that the failed refunds of a checkout are refunded again. Those already dealt with stay as they are. The
 * caller has locked the checkout.
 */
export async function resolveFailedRefunds(client: PoolClient, checkoutId: number): Promise<void> {
  await client.query(
    `update refund set resolved_at = now(), resolution = 'again'
     where checkout_id = $1 and ${unresolvedRefundSql}`,
    [checkoutId],
  );
}

/**
 * Records that the failed refunds of a payment are dealt with, once as much was returned in another way: in the
 * provider's dashboard, or by a lost dispute. As much is what its cancellation invoices say; without an order, the sum
 * of the failed refunds.
 */
export async function resolveReturnedRefunds(
  client: Pool | PoolClient,
  intentId: string,
  resolution: 'dashboard' | 'dispute',
): Promise<void> {
  await client.query(
    `update refund set resolved_at = now(), resolution = $2
     where intent_id = $1 and ${unresolvedRefundSql}
       and (select sum(amount_cents) from returned_money where intent_id = $1) >= coalesce(
         (select sum(i.amount_cents) from invoice i join orders o on o.id = i.order_id
          where i.series = 'cancellation'
            and o.checkout_id = (select id from checkout where intent_id = $1)),
         (select sum(amount_cents) from refund where intent_id = $1 and ${unresolvedRefundSql}))`,
    [intentId, resolution],
  );
}
