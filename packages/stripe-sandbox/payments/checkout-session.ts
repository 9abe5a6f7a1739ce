import { ApiFailure } from '../api/failure.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderSession } from '../render/render-session.ts';
import type { IntentRecord, SessionRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** The current state of the session: expires it if its time is over. */
export function currentSession(context: SandboxContext, session: SessionRecord): SessionRecord {
  if (session.status === 'open' && context.state.now() >= session.expiresAt) {
    endSession(context, session);
  }
  return session;
}

/** Ends an open session by the API; 400 for any other, as Stripe words it. */
export function expireSession(context: SandboxContext, session: SessionRecord): void {
  if (session.status === 'open') return endSession(context, session);
  const message =
    'Only Checkout Sessions with a status in ["open"] can be expired. ' +
    `This Checkout Session has a status of \`${session.status}\`.`;
  throw new ApiFailure(400, { type: 'invalid_request_error', message });
}

/** Expires the session on time, even if nobody requests it. */
export function expireInTime(context: SandboxContext, session: SessionRecord): void {
  const ms = Math.max(0, session.expiresAt - context.state.now()) * 1000;
  context.later((later) => void currentSession(later, session), ms);
}

/** Expires the session and cancels its intent, so that it can no longer be paid. */
function endSession(context: SandboxContext, session: SessionRecord): void {
  session.status = 'expired';
  context.state.sessions.save(session);
  const intent = context.state.intents.get(session.intent ?? '');
  if (intent) {
    intent.status = 'canceled';
    intent.canceledAt = context.state.now();
    intent.cancellationReason = 'expired';
    context.state.intents.save(intent);
    context.emit('payment_intent.canceled', renderIntent(context, intent));
  }
  context.emit('checkout.session.expired', renderSession(context, session));
}

/** A session is complete once its intent has succeeded or is processing. */
export function updateSessionOf(context: SandboxContext, intent: IntentRecord): void {
  const session = context.state.sessions.get(intent.session ?? '');
  if (!session) return;
  const event = nextEvent(session, intent);
  if (event === null) return;
  session.status = 'complete';
  context.state.sessions.save(session);
  context.emit(event, renderSession(context, session));
}

function nextEvent({ status }: SessionRecord, intent: IntentRecord): string | null {
  if (status === 'open') {
    const isTaken = intent.status === 'succeeded' || intent.status === 'processing';
    return isTaken ? 'checkout.session.completed' : null;
  }
  if (intent.status === 'succeeded') return 'checkout.session.async_payment_succeeded';
  const hasFailed = intent.status === 'requires_payment_method';
  return hasFailed ? 'checkout.session.async_payment_failed' : null;
}
