import type { PoolClient } from 'pg';

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
     where checkout_id = $1 and failed_at is not null and resolved_at is null`,
    [checkoutId, resolution],
  );
}
