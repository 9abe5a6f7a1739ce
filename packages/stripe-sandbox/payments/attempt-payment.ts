import { renderCharge } from '../render/render-charge.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderPaymentMethod } from '../render/render-payment-method.ts';
import { ApiFailure, type ErrorBody } from '../api/failure.ts';
import {
  createId,
  type ChargeRecord,
  type IntentRecord,
  type PaymentMethodRecord,
  type SessionRecord,
} from '../state/records.ts';
import type { SandboxContext } from '../context.ts';
import { openDispute } from './refunds.ts';
import { updateSessionOf } from './checkout-session.ts';
import { cardOf, LIVE_CARD, type Decline, type TestCard } from './test-cards.ts';
import { createIntent } from './create-intent.ts';

/**
 * Confirms an intent with its payment method: it succeeds, requires authentication or is
 * processing. If the card is declined, throws the card error (402).
 */
export function attemptPayment(context: SandboxContext, intent: IntentRecord): void {
  const card = cardOfIntent(context, intent);
  intent.lastError = null;
  if (card.on === 'authenticate') {
    setStatus(context, intent, 'requires_action', 'payment_intent.requires_action');
  } else if (card.on === 'process') {
    setStatus(context, intent, 'processing', 'payment_intent.processing');
    context.later((later) => endProcessing(later, intent, card.decline ? 'fail' : 'succeed'));
  } else {
    charge(context, intent, card.on === 'decline' ? card.decline : undefined);
    if (intent.lastError) throw declineError(context, intent);
  }
}

/** Completes or fails the authentication; does nothing if it is no longer required. */
export function authenticate(
  context: SandboxContext,
  intent: IntentRecord,
  outcome: 'complete' | 'fail',
): void {
  if (intent.status !== 'requires_action') return;
  const card = cardOfIntent(context, intent);
  if (outcome === 'complete') return charge(context, intent, card.decline);
  declinePayment(context, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. ' +
      'Please choose a different payment method and try again.',
  });
}

/** Ends a processing payment; does nothing if it is not processing. */
export function endProcessing(
  context: SandboxContext,
  intent: IntentRecord,
  end: 'succeed' | 'fail',
): void {
  if (intent.status !== 'processing') return;
  const fallback = LIVE_CARD.decline;
  charge(
    context,
    intent,
    end === 'fail' ? (cardOfIntent(context, intent).decline ?? fallback) : undefined,
  );
}

/** Charges the card, or records the declined attempt. */
function charge(context: SandboxContext, intent: IntentRecord, decline: Decline | undefined): void {
  const record = context.state.charges.save(makeCharge(context, intent, decline));
  intent.latestCharge = record.id;
  context.emit(decline ? 'charge.failed' : 'charge.succeeded', renderCharge(context, record));
  if (decline) {
    const { code, declineCode, message } = decline;
    const doc_url = `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
    const bank = declineCode ? { decline_code: declineCode } : {};
    declinePayment(context, intent, {
      type: 'card_error',
      code,
      ...bank,
      message,
      charge: record.id,
      doc_url,
    });
    return;
  }
  setStatus(context, intent, 'succeeded', 'payment_intent.succeeded');
  if (cardOfIntent(context, intent).isDisputed) openDispute(context, record, 'fraudulent');
}

function makeCharge(
  context: SandboxContext,
  intent: IntentRecord,
  decline: Decline | undefined,
): ChargeRecord {
  return {
    id: createId('ch'),
    intent: intent.id,
    paymentMethod: intent.paymentMethod ?? '',
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    created: context.state.now(),
    metadata: { ...intent.metadata },
    status: decline ? 'failed' : 'succeeded',
    failureCode: decline?.code ?? null,
    failureMessage: decline?.message ?? null,
    declineCode: decline?.declineCode ?? null,
    isDisputed: false,
  };
}

function declinePayment(context: SandboxContext, intent: IntentRecord, error: ErrorBody): void {
  const method = context.state.paymentMethods.get(intent.paymentMethod ?? '');
  intent.lastError = method ? { ...error, payment_method: renderPaymentMethod(method) } : error;
  intent.paymentMethod = null;
  setStatus(context, intent, 'requires_payment_method', 'payment_intent.payment_failed');
}

/** Changes the status, saves the intent and emits the event. */
export function setStatus(
  context: SandboxContext,
  intent: IntentRecord,
  status: IntentRecord['status'],
  event: string,
): void {
  intent.status = status;
  context.state.intents.save(intent);
  context.emit(event, renderIntent(context, intent));
  updateSessionOf(context, intent);
}

/** The card error of a declined confirmation. */
function declineError(context: SandboxContext, intent: IntentRecord): ApiFailure {
  const error = intent.lastError ?? { type: 'api_error', message: 'The payment failed.' };
  return new ApiFailure(402, { ...error, payment_intent: renderIntent(context, intent) });
}

function cardOfIntent(context: SandboxContext, intent: IntentRecord): TestCard {
  const method = context.state.paymentMethods.get(intent.paymentMethod ?? '');
  return method ? cardOf(method.card) : LIVE_CARD;
}

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
