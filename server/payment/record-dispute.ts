import { Stripe } from 'stripe';
import type { PaymentDeps } from './payment-deps.ts';
import { callProvider } from './provider/provider-errors.ts';
import { toId } from './provider/provider-lists.ts';

/**
 * Records a dispute in its current state at the provider. Never refunds it, because the bank already has the
 * money (payments.md 12). `reported`: the dispute as a signed event has it, for a provider that no longer knows it.
 */
export async function recordDispute(
  deps: PaymentDeps,
  disputeId: string,
  reported?: Stripe.Dispute,
): Promise<void> {
  const dispute = await callProvider(async () => {
    try {
      return await deps.provider.stripe.disputes.retrieve(disputeId);
    } catch (error) {
      if (reported !== undefined && error instanceof Stripe.errors.StripeInvalidRequestError)
        return reported;
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
  deps.log.warn({ disputeId: dispute.id, status: dispute.status }, 'A buyer disputes a payment');
}
