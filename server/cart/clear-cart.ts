import type { Pool } from 'pg';
import { changeUnpaidCart, type CancelOpenPayment } from './change-unpaid-cart.ts';

/** Empties a session's cart and releases its tickets at once; does nothing if there is no cart. */
export async function clearCart(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
): Promise<void> {
  await changeUnpaidCart(pool, sessionId, cancelOpenPayment, async (client, cartId) => {
    if (cartId !== null) await client.query(`select release_cart($1)`, [cartId]);
  });
}
