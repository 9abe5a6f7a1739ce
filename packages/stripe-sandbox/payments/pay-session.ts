import { ApiFailure } from '../api/failure.ts';
import { renderIntent } from '../render/render-intent.ts';
import type { IntentRecord, PaymentMethodRecord, SessionRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';
import { attemptPayment } from './attempt-payment.ts';
import { createIntent } from './create-intent.ts';

/**
 * Pays on the hosted page; the first attempt creates the session's intent. Returns null if the intent has
 * succeeded, is processing or requires authentication, otherwise why the card was declined.
 */
export function paySession(
  context: SandboxContext,
  session: SessionRecord,
  method: PaymentMethodRecord,
): string | null {
  const intent = intentOf(context, session);
  intent.paymentMethod = method.id;
  try {
    attemptPayment(context, intent);
    return null;
  } catch (error) {
    if (error instanceof ApiFailure) return error.message;
    throw error;
  }
}

function intentOf(context: SandboxContext, session: SessionRecord): IntentRecord {
  const known = context.state.intents.get(session.intent ?? '');
  if (known) return known;
  const { amount, currency, intentMetadata, allowedTypes } = session;
  const intent: IntentRecord = {
    ...createIntent(context.state, {
      amount: String(amount),
      currency,
      metadata: intentMetadata,
      ...(allowedTypes ? { allowed_payment_method_types: allowedTypes } : {}),
    }),
    session: session.id,
    isInBrowser: true,
  };
  session.intent = intent.id;
  context.state.sessions.save(session);
  context.state.intents.save(intent);
  context.emit('payment_intent.created', renderIntent(context, intent));
  return intent;
}
