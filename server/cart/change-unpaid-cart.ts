import type { Pool, PoolClient } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { transact } from '../platform/transact.ts';

/** Cancels a session's open payment; refuses (409 6104) when it is already paid or on its way. */
export type CancelOpenPayment = (sessionId: string) => Promise<void>;

/** How often a payment opened meanwhile, in another tab, is cancelled and the change tried again. */
const TRIES = 3;

/**
 * Changes something a payment depends on, in one transaction and with no payment open: an open one is
 * cancelled first (api.md, Cart). `change` starts by locking the cart and answers its id. 409 6104 when the
 * payment cannot be cancelled any more.
 */
export async function changeUnpaidCart<T extends { cartId: number | null }>(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: (client: PoolClient) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    await cancelOpenPayment(sessionId);
    try {
      return await transact(pool, async (client) => {
        const changed = await change(client);
        if (changed.cartId !== null) await refuseOpenPayment(client, changed.cartId);
        return changed;
      });
    } catch (error) {
      if (!(error instanceof PaymentOpenedMeanwhile)) throw error;
    }
  }
  throw new Problem('cart_changed_too_late');
}

/** Between the cancelling and the lock another tab has begun to pay: nothing is changed, the next try cancels. */
class PaymentOpenedMeanwhile extends Error {}

async function refuseOpenPayment(client: PoolClient, cartId: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from checkout where cart_id = $1 and closed_at is null and settled_at is null`,
    [cartId],
  );
  if (rowCount !== 0) throw new PaymentOpenedMeanwhile();
}

/** The session's cart, locked; null when it is unknown or has ended. */
export async function lockCart(client: PoolClient, sessionId: string): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `select id from cart
     where session_id = $1 and ended_at is null and expires_at > clock_timestamp() for update`,
    [sessionId],
  );
  return rows[0]?.id ?? null;
}
