import { ApiFailure } from '../api/failure.ts';
import { renderIntent } from '../render/render-intent.ts';
import type { IntentRecord, IntentStatus } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** Rejects a step that the intent's status does not allow; the error contains the intent. */
export function refuseState(
  context: SandboxContext,
  intent: IntentRecord,
  doing: 'authenticate' | 'cancel' | 'confirm' | 'update',
  allowed: readonly IntentStatus[],
): void {
  if (allowed.includes(intent.status)) return;
  const message =
    `You cannot ${doing} this PaymentIntent because it has a status of ${intent.status}. ` +
    `Only a PaymentIntent with one of the following statuses may do so: ${allowed.join(', ')}.`;
  throw unexpectedState(context, intent, message);
}

/** Rejects changes to the intent of a Checkout Session: its page confirms it, expiring the session cancels it. */
export function refuseSession(
  context: SandboxContext,
  intent: IntentRecord,
  doing: 'cancel' | 'confirm',
): void {
  if (intent.session === undefined) return;
  const message =
    `You cannot ${doing} this PaymentIntent because it was created by a Checkout Session. ` +
    'To cancel it, expire the Checkout Session instead.';
  throw unexpectedState(context, intent, message);
}

/** 400 `payment_intent_unexpected_state`. */
export function unexpectedState(
  context: SandboxContext,
  intent: IntentRecord,
  message: string,
): ApiFailure {
  return new ApiFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: renderIntent(context, intent),
  });
}
