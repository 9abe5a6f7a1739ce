import type { Pool, PoolClient } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { retry } from '../platform/retry.ts';

/** Cancels a session's open payment; 409 6104 when it is already paid or processing. */
export type CancelOpenPayment = (sessionId: string) => Promise<void>;

/** Another tab may open a new payment while we cancel the first one. */
const MAX_ATTEMPTS = 4;

/** A payment of the cart is open, so nothing was changed. 409 6104 if it cannot be cancelled in time. */
export class PaymentOpenError extends Problem {
  constructor() {
    super('cart_changed_too_late');
  }
}

/**
 * Changes something a payment depends on while no payment of the session's cart is open: when `change` throws
 * `PaymentOpenError`, it cancels the payment and tries the change again (api.md, Cart). 409 6104 when the
 * payment can no longer be cancelled.
 */
export async function withoutOpenPayment<T>(
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: () => Promise<T>,
): Promise<T> {
  const when = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof PaymentOpenError)) return false;
    await cancelOpenPayment(sessionId);
    return true;
  };
  return await retry({ attempts: MAX_ATTEMPTS, when }, change);
}

/**
 * Changes a cart that is not paid, in several steps: in one transaction, with the cart locked. `change` gets the cart's
 * id, or null when the session has none.
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
