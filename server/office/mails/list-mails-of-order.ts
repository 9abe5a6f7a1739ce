import type { Pool, PoolClient } from 'pg';

/** The ids of an order's mails, copies left out, oldest first. */
export async function listMailsOfOrder(
  pool: Pick<Pool | PoolClient, 'query'>,
  { id, checkout_id: checkoutId }: { id: number; checkout_id: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from mail where (facts->>'orderId')::bigint = $1 and event_key not like 'resend-%'
     union select id from mail where (facts->>'checkoutId')::bigint = $2 and event_key not like 'resend-%'
     order by id`,
    [id, checkoutId],
  );
  return rows.map((row) => row.id);
}
