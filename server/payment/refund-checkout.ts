import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { netCents } from './provider/intents.ts';
import type { LockedCheckout } from './lock-checkout.ts';
import { requestRefund } from './request-refund.ts';

/**
 * Settles a paid checkout without an order: requests the refund of what is not yet refunded, once, and queues the
 * mail to the buyer. The caller has locked the checkout.
 */
export async function refundCheckout(
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
export async function refundUnknownPayment(
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
