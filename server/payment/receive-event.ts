import { Stripe } from 'stripe';
import { Problem } from '../platform/http/problem.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { toId } from './provider-lists.ts';
import { recordDispute } from './record-dispute.ts';
import { syncRefunds } from './execute-refund.ts';
import type { EventRef } from './record-event.ts';
import { settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The provider's signed events (payments.md 9 to 12). The event is a hint: what happens follows
 * from the intent's state now. 400 on a bad signature; a failure is a 5xx, so that it comes again.
 */
export async function receiveEvent(
  deps: PaymentDeps,
  payload: string,
  signature: string,
): Promise<void> {
  const event = verify(deps, payload, signature);
  const { livemode }: { livemode?: boolean } = event;
  if (livemode !== undefined && livemode !== deps.provider.livemode) {
    throw new Problem('bad_signature');
  }
  const facts = { id: event.id, type: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      await settlePayment(deps, event.data.object.id, { event: facts });
      return;
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      await settlePage(deps, event.data.object.id, { event: facts });
      return;
    case 'charge.refunded':
      await syncIntent(deps, toId(event.data.object.payment_intent), facts);
      return;
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      await syncIntent(deps, toId(event.data.object.payment_intent), facts);
      return;
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      await recordDispute(deps, event.data.object.id, event.data.object);
      return;
    default:
      deps.log.debug(
        { type: event.type },
        'An event of the payment provider that concerns nothing here',
      );
  }
}

/** Several secrets are good while one is being replaced. */
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
  throw new Problem('bad_signature', { cause });
}

async function syncIntent(deps: PaymentDeps, intentId: string, facts: EventRef): Promise<void> {
  if (intentId === '') return;
  // a refund may be told before the payment it belongs to
  await settlePayment(deps, intentId, { event: facts });
  await syncRefunds(deps, intentId);
}
