import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { netCents } from './intents.ts';
import type { LockedCheckout } from './lock-checkout.ts';
import { requestRefund } from './request-refund.ts';

/**
 * Settles a paid checkout without an order: what is left of the money is promised back, once, and the buyer
 * is told. The caller has locked the checkout.
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
  // what the cart of a closed checkout holds now is meant for another payment
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

/** Money that fits no checkout is refunded (api.md, Payment and order). */
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
