import type { Pool } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { cancelIntent, isFree } from './intents.ts';
import type { PaymentTools } from './payment-tools.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Cancels the session's open payment, so that cart, details or delivery can change. Refused with 409
 * 6104 when it is processing or paid (api.md, Cart).
 */
export async function cancelOpenPayment(tools: PaymentTools, sessionId: string): Promise<void> {
  const { rows } = await tools.pool.query<OpenCheckout>({
    name: 'find_open_checkout',
    text: `select c.id, c.intent_id from checkout c join cart k on k.id = c.cart_id
           where k.session_id = $1 and k.ended_at is null and k.expires_at > clock_timestamp()
             and c.closed_at is null and c.settled_at is null`,
    values: [sessionId],
  });
  if (rows[0] !== undefined) await cancelCheckout(tools, rows[0]);
}

/** A checkout as far as cancelling needs it. */
export interface OpenCheckout {
  id: number;
  intent_id: string | null;
}

/** How often a checkout whose intent came up meanwhile is looked at again. */
const TRIES = 3;

/** Cancels one checkout's intent and closes it; 409 6104 when the money is already on its way. */
export async function cancelCheckout(tools: PaymentTools, open: OpenCheckout): Promise<void> {
  let checkout: OpenCheckout | null = open;
  for (let tries = 0; tries < TRIES && checkout !== null; tries++) {
    await cancelItsIntent(tools, checkout.intent_id);
    if (await closeCheckout(tools.pool, checkout)) return;
    checkout = await findStillOpen(tools.pool, checkout.id);
  }
  if (checkout !== null) throw new Problem('cart_changed_too_late');
}

/** Without an intent nobody has a secret to pay with; one being made meanwhile finds the checkout closed. */
async function cancelItsIntent(tools: PaymentTools, intentId: string | null): Promise<void> {
  if (intentId === null || isFree(intentId)) return;
  const intent = await cancelIntent(tools.provider, intentId);
  if (intent === null || intent.status === 'canceled') return;
  if (intent.status === 'succeeded') await settlePayment(tools, intentId);
  throw new Problem('cart_changed_too_late');
}

/** Null: closed by somebody else. Throws 409 6104 when it has been paid. */
async function findStillOpen(pool: Pool, checkoutId: number): Promise<OpenCheckout | null> {
  const { rows } = await pool.query<OpenCheckout & { is_settled: boolean; is_closed: boolean }>(
    `select id, intent_id, settled_at is not null as is_settled, closed_at is not null as is_closed
     from checkout where id = $1`,
    [checkoutId],
  );
  const found = rows[0];
  if (found?.is_settled === true) throw new Problem('cart_changed_too_late');
  return found === undefined || found.is_closed ? null : found;
}

/**
 * Marks a checkout as never to be paid; its cart's tickets are then free at the cart's own end. False when
 * it has been closed or settled, or has got another intent than the one that was cancelled.
 */
export async function closeCheckout(pool: Pool, checkout: OpenCheckout): Promise<boolean> {
  // locks in the one order: cart, then checkout
  const { rowCount } = await pool.query(
    `with mine as (
       select id from cart where id = (select cart_id from checkout where id = $1) for update
     ), closed as (
       update checkout set closed_at = clock_timestamp() from mine
       where checkout.id = $1 and checkout.cart_id = mine.id
         and checkout.closed_at is null and checkout.settled_at is null
         and checkout.intent_id is not distinct from $2
       returning checkout.cart_id
     )
     update cart set release_at = expires_at from closed where cart.id = closed.cart_id`,
    [checkout.id, checkout.intent_id],
  );
  return rowCount === 1;
}
