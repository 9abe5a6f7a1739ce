import type { Pool } from 'pg';
import { inTransaction } from '#server/platform/database/database.ts';

/** Moves orders with their invoices and documents into the past: all of them, or those of one buyer or number. */
export async function ageOrders(
  pool: Pool,
  years: number,
  { email = null, orderNo = null }: { email?: string | null; orderNo?: string | null } = {},
): Promise<void> {
  const ages = {
    'orders set created_at = created_at': 'id',
    'invoice set issued_at = issued_at': 'order_id',
    'document set made_at = made_at': 'order_id',
    'checkout set settled_at = settled_at': `(select id from orders where checkout_id = checkout.id)`,
  };
  await inTransaction(pool, async (client) => {
    // triggers refuse to change invoices and documents
    await client.query('set local session_replication_role = replica');
    for (const [age, order] of Object.entries(ages)) {
      await client.query(
        `update ${age} - make_interval(years => $1) where ${order} in (
           select o.id from orders o join checkout c on c.id = o.checkout_id
           where ($2::text is null or c.details->>'email' = $2) and ($3::text is null or o.order_no = $3))`,
        [years, email, orderNo],
      );
    }
  });
}
