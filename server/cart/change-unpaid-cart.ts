import type { Pool, PoolClient } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** Cancels a session's open payment; refuses (409 6104) when it is already paid or on its way. */
export type CancelOpenPayment = (sessionId: string) => Promise<void>;

/** How often an open payment, or one opened meanwhile in another tab, is cancelled and the change tried again. */
const MAX_ATTEMPTS = 4;

/**
 * Changes something a payment depends on, with no payment of the session's cart open: when `change` throws
 * `PaymentIsOpen` the payment is cancelled and the change tried again (api.md, Cart). 409 6104 when the
 * payment cannot be cancelled any more.
 */
export async function withoutOpenPayment<T>(
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof PaymentOpenError)) throw error;
    }
    await cancelOpenPayment(sessionId);
  }
  throw new Problem('cart_changed_too_late');
}

/**
 * The same for a change of several steps: in one transaction, with the cart locked. `change` gets the cart's
 * id, null when the session has none.
 */
export async function changeUnpaidCart<T>(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: (client: PoolClient, cartId: number | null) => Promise<T>,
): Promise<T> {
  return await withoutOpenPayment(
    sessionId,
    cancelOpenPayment,
    async () =>
      await inTransaction(
        pool,
        async (client) => await change(client, await lockUnpaidCart(client, sessionId)),
      ),
  );
}

/** Nothing is changed then; the next try, after cancelling it, does. */
export class PaymentOpenError extends Error {}

/** The session's cart, locked; null when it is unknown or has ended. For use within `changeUnpaidCart`. */
export async function lockUnpaidCart(
  client: PoolClient,
  sessionId: string,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number; is_paying: boolean }>({
    name: 'lock_cart',
    text: 'select id, is_paying from lock_cart($1)',
    values: [sessionId],
  });
  if (rows[0]?.is_paying === true) throw new PaymentOpenError();
  return rows[0]?.id ?? null;
}
