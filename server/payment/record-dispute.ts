import { Stripe } from 'stripe';
import type { PaymentDeps } from './payment-deps.ts';
import { callProvider } from './provider-errors.ts';
import { toId } from './provider-lists.ts';

/**
 * Brings a dispute to the provider's state. It is only marked, never refunded by itself: the money is
 * already with the bank (payments.md 12). `told`: as a signed event has it, for when the provider does
 * not know it (any more).
 */
export async function recordDispute(
  deps: PaymentDeps,
  disputeId: string,
  told?: Stripe.Dispute,
): Promise<void> {
  const dispute = await callProvider(async () => {
    try {
      return await deps.provider.stripe.disputes.retrieve(disputeId);
    } catch (error) {
      if (told !== undefined && error instanceof Stripe.errors.StripeInvalidRequestError)
        return told;
      throw error;
    }
  });
  const isClosed = ['won', 'lost', 'warning_closed'].includes(dispute.status);
  await deps.pool.query(
    `insert into dispute (id, intent_id, amount_cents, reason, status, closed_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end)
     on conflict (id) do update set status = excluded.status,
       closed_at = coalesce(dispute.closed_at, excluded.closed_at)
     where dispute.closed_at is null`,
    [
      dispute.id,
      toId(dispute.payment_intent),
      dispute.amount,
      dispute.reason,
      dispute.status,
      isClosed,
    ],
  );
  deps.log.warn({ dispute: dispute.id, status: dispute.status }, 'A buyer disputes a payment');
}
