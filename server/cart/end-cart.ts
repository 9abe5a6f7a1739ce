import type { Pool } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { transact } from '../platform/transact.ts';

/** Empties a session's cart and frees its tickets at once; an unknown one is empty already. */
export async function clearCart(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: (sessionId: string) => Promise<void>,
): Promise<void> {
  await cancelOpenPayment(sessionId);
  const refused = await transact(pool, async (client) => {
    const cart = await client.query<{ id: number }>(
      `select id from cart where session_id = $1 and ended_at is null for update`,
      [sessionId],
    );
    if (cart.rows[0] === undefined) return false;
    const open = await client.query(
      `select 1 from checkout where cart_id = $1 and closed_at is null and settled_at is null`,
      [cart.rows[0].id],
    );
    // a payment opened between the two: the next try cancels it
    if (open.rowCount !== 0) return true;
    await client.query(`select release_cart($1)`, [cart.rows[0].id]);
    return false;
  });
  if (refused) throw new Problem('cart_changed_too_late');
}
