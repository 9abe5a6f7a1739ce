import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { ERASED_NAME } from '../retention.ts';
import { createOrder } from '../orders/create-order.ts';
import { inTransaction } from '../platform/database/database.ts';
import {
  checkoutKey,
  checkoutReference,
  paidCard,
  receivedCents,
  refundedCents,
  isOfOtherShop,
  netCents,
} from './provider/intents.ts';
import {
  finalSettlement,
  recordEvent,
  type Settlement,
  type EventRef,
  type PaymentDeps,
} from './settlement.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { requestRefund } from './refund.ts';

/**
 * Settles every payment that `settlePaid` does not, step by step in one transaction: unpaid, another amount, tickets
 * no longer held, a free order, or a payment that belongs to no checkout. `intent` is null for a free order.
 */
export async function settleUnusualPayment(
  deps: Pick<PaymentDeps, 'pool' | 'tokens' | 'log'>,
  intentId: string,
  intent: Stripe.PaymentIntent | null,
  event: EventRef | undefined,
): Promise<Settlement> {
  return await inTransaction(deps.pool, async (client) => {
    const checkout = await lockCheckout(client, intentId);
    const settlement =
      checkout === null
        ? await settleUnknown(client, deps, intent)
        : await settle(client, checkout, intent);
    // last, as in settle_paid: otherwise two deliveries of one event could deadlock
    if (event !== undefined) await recordEvent(client, event, intentId);
    return settlement;
  });
}

/** Refunds a payment that no checkout has, unless it names another shop (decision 14). */
async function settleUnknown(
  client: PoolClient,
  deps: Pick<PaymentDeps, 'tokens' | 'log'>,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  if (intent !== null && isOfOtherShop(deps, intent)) return { outcome: 'other_shop' };
  await refundUnknownPayment(client, intent);
  return { outcome: 'unknown' };
}

async function settle(
  client: PoolClient,
  checkout: LockedCheckout,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  const { id } = checkout;
  const known = finalSettlement(checkout);
  if (known !== null) return known;
  if (!isPaid(checkout, intent)) return await settleUnpaid(client, checkout, intent);
  // erased after it was closed: an order would have no name and no address
  const isErased = checkout.details.last_name === ERASED_NAME;
  if (!isAsAgreed(checkout, intent) || refundedCents(intent) > 0 || isErased) {
    // another amount or checkout than agreed, or already refunded in the provider's dashboard
    await refundCheckout(client, checkout, intent, 'mismatch');
    return { outcome: 'refunded', checkoutId: id };
  }
  if ((await createOrder(client, id, paidCard(intent))) === null) {
    // nothing was paid for a free order
    if (intent === null) return await settleUnpaid(client, checkout, null);
    await refundCheckout(client, checkout, intent, 'tickets_gone');
    return { outcome: 'refunded', checkoutId: id };
  }
  return { outcome: 'ordered', checkoutId: id };
}

/** Whether the payment succeeded. Completing a free order pays it, unless its checkout is closed. */
function isPaid(checkout: LockedCheckout, intent: Stripe.PaymentIntent | null): boolean {
  if (intent === null) return checkout.amount_cents === 0 && checkout.closed_at === null;
  return intent.status === 'succeeded';
}

/** Whether amount, currency and checkout of the payment are as agreed (payments.md 1). */
function isAsAgreed(checkout: LockedCheckout, intent: Stripe.PaymentIntent | null): boolean {
  if (intent === null) return true;
  const reference = checkoutReference(intent);
  return (
    receivedCents(intent) === checkout.amount_cents &&
    intent.currency === 'eur' &&
    (reference === null || reference.key === checkoutKey(checkout))
  );
}

async function settleUnpaid(
  client: PoolClient,
  checkout: LockedCheckout,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  const isProcessing = intent?.status === 'processing';
  await client.query(
    'update checkout set checked_at = clock_timestamp(), is_processing = $2 where id = $1',
    [checkout.id, isProcessing],
  );
  if (intent === null || intent.status === 'canceled') {
    await client.query(
      `update checkout set closed_at = coalesce(closed_at, clock_timestamp()) where id = $1`,
      [checkout.id],
    );
    // a newer open payment of the same cart keeps its grace period
    await client.query(
      `update cart set release_at = expires_at where id = $1 and not exists (
         select from checkout where cart_id = $1 and closed_at is null and settled_at is null)`,
      [checkout.cart_id],
    );
    return { outcome: 'canceled' };
  }
  return { outcome: isProcessing ? 'processing' : 'open' };
}

/**
 * Settles a paid checkout without an order: requests the refund of what is not yet refunded, once, and queues the
 * mail to the buyer. The caller has locked the checkout.
 */
async function refundCheckout(
  client: PoolClient,
  checkout: LockedCheckout,
  intent: Stripe.PaymentIntent | null,
  reason: 'tickets_gone' | 'mismatch',
): Promise<void> {
  const cents = netCents(intent);
  if (intent !== null && cents > 0) {
    await requestRefund(client, { checkoutId: checkout.id, intentId: intent.id, cents, reason });
  }
  // the cart of a closed checkout may hold its tickets for another payment
  if (checkout.closed_at === null) {
    await client.query(`select release_cart($1)`, [checkout.cart_id]);
  }
  await client.query('update checkout set settled_at = clock_timestamp() where id = $1', [
    checkout.id,
  ]);
  if (checkout.details.email !== null) {
    await queueMail(client, {
      kind: 'order-refunded',
      recipient: checkout.details.email,
      language: checkout.language,
      facts: { checkoutId: checkout.id },
      eventKey: `refunded-${checkout.id}`,
    });
  }
}

/** Refunds a payment that belongs to no checkout (api.md, Payment and order). */
async function refundUnknownPayment(
  client: PoolClient,
  intent: Stripe.PaymentIntent | null,
): Promise<void> {
  if (intent?.status !== 'succeeded') return;
  const cents = netCents(intent);
  if (cents <= 0) return;
  await requestRefund(client, {
    checkoutId: null,
    intentId: intent.id,
    cents,
    reason: 'no_checkout',
  });
}

/** A checkout about to be settled, locked together with its cart. */
interface LockedCheckout {
  id: number;
  cart_id: number;
  session_id: string;
  language: 'de' | 'en';
  amount_cents: number;
  details: { email: string | null; last_name: string };
  closed_at: Date | null;
  is_settled: boolean;
  has_order: boolean;
}

/** Locks the cart, then the checkout of a payment; null when the payment belongs to no checkout of ours. */
async function lockCheckout(client: PoolClient, intentId: string): Promise<LockedCheckout | null> {
  const locked = await client.query({
    name: 'lock_cart_of_checkout',
    text: `select from cart where id = (select cart_id from checkout where intent_id = $1) for update`,
    values: [intentId],
  });
  if (locked.rowCount === 0) return null;
  const { rows } = await client.query<LockedCheckout>({
    name: 'lock_checkout',
    text: `select c.id, c.cart_id, c.session_id, c.language, c.amount_cents, c.details,
             c.closed_at, c.settled_at is not null as is_settled,
             exists (select from orders o where o.checkout_id = c.id) as has_order
           from checkout c where c.intent_id = $1 for update`,
    values: [intentId],
  });
  return rows[0] ?? null;
}
