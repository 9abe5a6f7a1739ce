import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { ERASED_NAME } from '../orders/anonymize-buyers.ts';
import { createOrder } from '../orders/create-order.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { refundCheckout, refundUnknownPayment } from './refund-checkout.ts';
import {
  checkoutKey,
  checkoutReference,
  paidCard,
  receivedCents,
  refundedCents,
} from './provider/intents.ts';
import { isOfOtherShop } from './provider/other-shops.ts';
import { finalSettlement, type Settlement } from './settlement.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { lockCheckout, type LockedCheckout } from './lock-checkout.ts';
import { recordEvent, type EventRef } from './record-event.ts';

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

/** Refunds a payment that no checkout has, unless it names another shop (decision 34). */
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
