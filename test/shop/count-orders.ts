import type { Pool } from 'pg';
import type { Buyer } from '../buyer.ts';

/** How many orders a session has. */
export async function countOrders(pool: Pool, buyer: Buyer): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from orders o join checkout c on c.id = o.checkout_id
     where c.session_id = $1`,
    [buyer.sessionId],
  );
  return rows[0]?.count ?? -1;
}
