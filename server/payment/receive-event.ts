import { Stripe } from 'stripe';
import { z } from 'zod';
import { Problem } from '../platform/problem.ts';
import { toId } from './provider/provider-lists.ts';
import { settlePage, settlePayment } from './settle-payment.ts';
import { settleRefunds } from './execute-refund.ts';
import { retrieveIntent, isOfOtherShop, callProvider } from './provider/intents.ts';
import { resolveReturnedRefunds } from './refund.ts';
import { findCheckoutState, type PaymentDeps } from './settlement.ts';

/**
 * Handles the provider's signed events (payments.md 9 to 12). An event is only a hint: the intent's current state
 * decides. 400 on a bad signature or without an id; a failure is a 5xx, so that the provider sends the event again.
 */
export async function receiveEvent(
  deps: PaymentDeps,
  payload: string,
  signature: string,
): Promise<void> {
  const event = verify(deps, payload, signature);
  const { livemode }: { livemode?: boolean } = event;
  if (livemode !== undefined && livemode !== deps.provider.livemode) {
    throw refuseSignature(deps);
  }
  // PostgreSQL stores no NUL
  if (payload.includes('\\u0000') || !identified.safeParse(event).success)
    throw new Problem('malformed');
  const eventRef = { id: event.id, type: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      await settlePayment(deps, event.data.object.id, { event: eventRef });
      return;
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      await settlePage(deps, event.data.object.id, { event: eventRef });
      return;
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const intentId = toId(event.data.object.payment_intent);
      if (intentId !== '') await settleRefunds(deps, intentId, { event: eventRef });
      return;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      await recordDispute(deps, event.data.object.id, event.data.object);
      return;
    default:
      deps.log.debug({ type: event.type }, 'Ignored an event of the payment provider');
  }
}

/** The parts of an event that we rely on; only objects of kinds that we ignore may have no id. */
const identified = z
  .object({
    id: z.string().min(1),
    type: z.string().min(1),
    data: z.object({ object: z.object({ id: z.string().min(1).optional() }) }),
  })
  .refine(
    ({ type, data }) =>
      data.object.id !== undefined || !/^(?:payment_intent|checkout|charge|refund)\./.test(type),
  );

function refuseSignature(deps: PaymentDeps, cause?: unknown): Problem {
  deps.report('bad_signature', {});
  return new Problem('bad_signature', { cause });
}

/** Several secrets are valid while one is being replaced. */
function verify(deps: PaymentDeps, payload: string, signature: string): Stripe.Event {
  let cause: unknown;
  for (const secret of deps.provider.webhookSecrets) {
    try {
      const event: Stripe.Event | null = deps.provider.stripe.webhooks.constructEvent(
        payload,
        signature,
        secret,
      );
      if (event !== null) return event;
    } catch (error) {
      cause = error;
    }
  }
  throw refuseSignature(deps, cause);
}

/** The bank has decided, or the dispute was averted; an appeal may open it again. */
const closedStatuses: string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Records a dispute in its current state at the provider. Never refunds it, because the bank already has the
 * money (payments.md 12). Leaves another shop's alone (decision 14). `reported`: the dispute as a signed event has
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
  if (isClosed) await resolveReturnedRefunds(deps.pool, intentId);
  deps.log.warn({ disputeId: dispute.id, status: dispute.status }, 'A buyer disputes a payment');
}

/** A payment of one of our checkouts is ours, whichever shop its metadata names. */
async function isPaidInOtherShop(deps: PaymentDeps, intentId: string): Promise<boolean> {
  if (intentId === '' || (await findCheckoutState(deps, intentId)) !== null) return false;
  const intent = await retrieveIntent(deps.provider, intentId);
  return intent !== null && isOfOtherShop(deps, intent);
}
