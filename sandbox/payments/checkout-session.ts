import { ApiFailure } from '../api/failure.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderSession } from '../render/render-session.ts';
import type { IntentRecord, SessionRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** The current state of the session: expires it if its time is over. */
export function currentSession(work: SandboxContext, session: SessionRecord): SessionRecord {
  if (session.status === 'open' && work.state.now() >= session.expiresAt) {
    endSession(work, session);
  }
  return session;
}

/** Ends an open session by the API; 400 for any other, as Stripe words it. */
export function expireSession(work: SandboxContext, session: SessionRecord): void {
  if (session.status === 'open') return endSession(work, session);
  const message =
    'Only Checkout Sessions with a status in ["open"] can be expired. ' +
    `This Checkout Session has a status of \`${session.status}\`.`;
  throw new ApiFailure(400, { type: 'invalid_request_error', message });
}

/** Expires the session on time, even if nobody requests it. */
export function expireInTime(work: SandboxContext, session: SessionRecord): void {
  const ms = Math.max(0, session.expiresAt - work.state.now()) * 1000;
  work.later((later) => void currentSession(later, session), ms);
}

/** Expires the session and cancels its intent, so that it can no longer be paid. */
function endSession(work: SandboxContext, session: SessionRecord): void {
  session.status = 'expired';
  work.state.sessions.save(session);
  const intent = work.state.intents.get(session.intent ?? '');
  if (intent) {
    intent.status = 'canceled';
    intent.canceledAt = work.state.now();
    intent.cancellationReason = 'expired';
    work.state.intents.save(intent);
    work.emit('payment_intent.canceled', renderIntent(work, intent));
  }
  work.emit('checkout.session.expired', renderSession(work, session));
}

/** A session is complete once its intent has succeeded or is processing. */
export function updateSessionOf(work: SandboxContext, intent: IntentRecord): void {
  const session = work.state.sessions.get(intent.session ?? '');
  if (!session) return;
  const event = nextEvent(session, intent);
  if (event === null) return;
  session.status = 'complete';
  work.state.sessions.save(session);
  work.emit(event, renderSession(work, session));
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
