import type { PoolClient } from 'pg';

/**
 * SQL for a refund that failed and whose money is still owed: neither refunded again nor paid outside the shop. The
 * index `refund_failed` has the same condition.
 */
export const unresolvedRefundSql = 'failed_at is not null and resolved_at is null';

/**
 * Records that the failed refunds of a checkout are dealt with: refunded again, or in the provider's dashboard. Those
 * already dealt with stay as they are. The caller has locked the checkout.
 */
export async function resolveFailedRefunds(
  client: PoolClient,
  checkoutId: number,
  resolution: 'again' | 'dashboard',
): Promise<void> {
  await client.query(
    `update refund set resolved_at = now(), resolution = $2
     where checkout_id = $1 and ${unresolvedRefundSql}`,
    [checkoutId, resolution],
  );
}
