import type Stripe from 'stripe';
import { createOrderNumber } from '../orders/order-number.ts';
import { checkoutReference, paidCard, receivedCents, refundedCents } from './provider/intents.ts';
import type { Settlement } from './settlement.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { EventRef } from './record-event.ts';

/**
 * Settles the usual payment, paid as agreed with its tickets still held, in one statement
 * (db/functions/settle-paid.sql). Null in every other case; then nothing has changed.
 */
export async function settlePaid(
  deps: Pick<PaymentDeps, 'steps' | 'flush'>,
  intent: Stripe.PaymentIntent | null,
  event: EventRef | undefined,
): Promise<Settlement | null> {
  if (intent?.status !== 'succeeded' || intent.currency !== 'eur' || refundedCents(intent) > 0) {
    return null;
  }
  const reference = checkoutReference(intent);
  const key = reference === null ? null : (reference.key ?? '');
  const card = paidCard(intent);
  const { rows } = await deps.steps.query<{ checkout_id: number | null }>({
    name: 'settle_paid',
    text: 'select settle_paid($1, $2, $3, $4, $5, $6, $7, $8) as checkout_id',
    values: [
      intent.id,
      receivedCents(intent),
      key,
      createOrderNumber(),
      event?.id,
      event?.type,
      card?.brand,
      card?.last4,
    ],
  });
  const checkoutId = rows[0]?.checkout_id ?? null;
  if (checkoutId === null) return null;
  await deps.flush(checkoutId);
  return { outcome: 'ordered', checkoutId };
}
