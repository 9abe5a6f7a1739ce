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
  tools: PaymentDeps,
  payload: string,
  signature: string,
): Promise<void> {
  const event = verify(tools, payload, signature);
  const { livemode }: { livemode?: boolean } = event;
  if (livemode !== undefined && livemode !== tools.provider.livemode) {
    throw new Problem('bad_signature');
  }
  const facts = { id: event.id, type: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      await settlePayment(tools, event.data.object.id, { event: facts });
      return;
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      await settlePage(tools, event.data.object.id, { event: facts });
      return;
    case 'charge.refunded':
      await syncIntent(tools, toId(event.data.object.payment_intent), facts);
      return;
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      await syncIntent(tools, toId(event.data.object.payment_intent), facts);
      return;
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      await recordDispute(tools, event.data.object.id, event.data.object);
      return;
    default:
      tools.log.debug(
        { type: event.type },
        'An event of the payment provider that concerns nothing here',
      );
  }
}

/** Several secrets are good while one is being replaced. */
function verify(tools: PaymentDeps, payload: string, signature: string): Stripe.Event {
  let cause: unknown;
  for (const secret of tools.provider.webhookSecrets) {
    try {
      const event: Stripe.Event | null = tools.provider.stripe.webhooks.constructEvent(
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

async function syncIntent(tools: PaymentDeps, intentId: string, facts: EventRef): Promise<void> {
  if (intentId === '') return;
  // a refund may be told before the payment it belongs to
  await settlePayment(tools, intentId, { event: facts });
  await syncRefunds(tools, intentId);
}
