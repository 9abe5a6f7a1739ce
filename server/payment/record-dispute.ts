import { Stripe } from 'stripe';
import type { PaymentDeps } from './payment-deps.ts';
import { retrieveIntent } from './provider/intents.ts';
import { isOfOtherShop } from './provider/other-shops.ts';
import { callProvider } from './provider/provider-errors.ts';
import { toId } from './provider/provider-lists.ts';
import { resolveReturnedRefunds } from './resolve-failed-refunds.ts';
import { findCheckoutState } from './settlement.ts';

/** The bank has decided, or the dispute was averted; an appeal may open it again. */
const closedStatuses: string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Records a dispute in its current state at the provider. Never refunds it, because the bank already has the
 * money (payments.md 12). Leaves another shop's alone (decision 34). `reported`: the dispute as a signed event has
 * it, for a provider that no longer knows it.
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
  const intentId = toId(dispute.payment_intent);
  if (await isPaidInOtherShop(deps, intentId)) return;
  const isClosed = closedStatuses.includes(dispute.status);
  // events may arrive in any order, but only an appeal follows the end that an event has reported
  const isLater = dispute !== reported || dispute.status.startsWith('appeal_');
  await deps.pool.query(
    `insert into dispute (id, intent_id, amount_cents, reason, status, closed_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end)
     on conflict (id) do update set status = excluded.status,
       closed_at = case when $6 then coalesce(dispute.closed_at, now()) end
     where dispute.closed_at is null or $7`,
    [dispute.id, intentId, dispute.amount, dispute.reason, dispute.status, isClosed, isLater],
  );
  if (dispute.status === 'lost') await resolveReturnedRefunds(deps.pool, intentId, 'dispute');
  deps.log.warn({ disputeId: dispute.id, status: dispute.status }, 'A buyer disputes a payment');
}

/** A payment of one of our checkouts is ours, whichever shop its metadata names. */
async function isPaidInOtherShop(deps: PaymentDeps, intentId: string): Promise<boolean> {
  if (intentId === '' || (await findCheckoutState(deps, intentId)) !== null) return false;
  const intent = await retrieveIntent(deps.provider, intentId);
  return intent !== null && isOfOtherShop(deps, intent);
}
