import type { Stripe } from 'stripe';
import {
  attemptPayment,
  authenticate,
  endProcessing,
  paySession,
} from '../payments/attempt-payment.ts';
import { currentSession, expireSession } from '../payments/checkout-session.ts';
import {
  resumeDispute,
  closeDispute,
  openDispute,
  endRefund,
  refundCharge,
} from '../payments/refunds.ts';
import { readPaymentMethod } from '../payments/payment-method.ts';
import { renderDispute, renderRefund } from '../render/render-charge.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderSession } from '../render/render-session.ts';
import type { ChargeRecord, IntentRecord, SessionRecord } from '../state/records.ts';
import type { WebhookFault, WebhookFaults, WebhookQueue } from '../webhooks/webhook-queue.ts';
import type { SandboxContext } from '../context.ts';
import type { EventFilter, EventLog } from './event-log.ts';
import type { WireEvent } from '../webhooks/record-event.ts';
import type { RouteFault, RouteFaults } from './route-faults.ts';
import type { IncomingMessage } from 'node:http';
import type { ApiResponse } from '../api/idempotency.ts';

/** Faults that tests can cause at the provider. Unknown ids throw. */
export type Faults = ReturnType<typeof createFaults>;

type FaultsDeps = {
  context: SandboxContext;
  routes: RouteFaults;
  webhooks: WebhookFaults;
  queue: WebhookQueue;
  log: EventLog;
};

/** The control interface, in the process as `sandbox.faults`, over HTTP as `/sandbox/<name>`. */
export function createFaults(deps: FaultsDeps) {
  return { ...networkFaults(deps), ...externalActions(deps.context), ...listObjects(deps) };
}

/** Faults of the network: calls of the API and webhooks. */
function networkFaults({ context, routes, webhooks, queue }: FaultsDeps) {
  return {
    /** Sets a fault for the next calls of a route. */
    route: (fault: RouteFault): void => routes.add(fault),
    /** Resolves when this many calls wait at a `hold`. */
    held: (count?: number): Promise<void> => routes.held(count),
    /** Sets a fault for the next events. */
    webhooks: (fault: WebhookFault): void => webhooks.add(fault),
    /** Releases held calls and events. */
    release: (): void => {
      routes.release();
      webhooks.release();
    },
    /** Ends all faults. */
    clear: (): void => {
      routes.clear();
      webhooks.clear();
      context.nextRefunds.length = 0;
    },
    /** Delivers an event once more. */
    resend: (eventId: string): void => queue.push(need(context.state.events.get(eventId), eventId)),
    /** The next refund stays pending, or succeeds and fails later (`endRefund`). */
    nextRefund: (fate: 'pending' | 'fails'): void => void context.nextRefunds.push(fate),
  };
}

/** Events that buyers, banks and the dashboard cause. */
function externalActions(context: SandboxContext) {
  const { state } = context;
  return {
    /** The buyer pays, without a browser, by default with a card that works. */
    pay: (intentId: string, card = 'pm_card_visa'): Stripe.PaymentIntent => {
      const intent = needOpen(context, intentId);
      intent.paymentMethod = readPaymentMethod(state, { payment_method: card })?.id ?? null;
      payOrDecline(context, intent);
      return renderIntent(context, intent);
    },
    /** The buyer pays on the hosted page of a Checkout Session; declined cards leave it open. */
    payPage: (sessionId: string, card = 'pm_card_visa'): Stripe.Checkout.Session => {
      const session = needOpenSession(context, sessionId);
      const method = readPaymentMethod(state, { payment_method: card });
      if (method) paySession(context, session, method);
      return renderSession(context, session);
    },
    /** A Checkout Session expires. */
    expirePage: (sessionId: string): void =>
      expireSession(context, needOpenSession(context, sessionId)),
    /** The buyer completes or fails the authentication. */
    authenticate: (intentId: string, outcome: 'complete' | 'fail'): void =>
      authenticate(context, need(state.intents.get(intentId), intentId), outcome),
    /** A processing payment ends. */
    endProcessing: (intentId: string, end: 'succeed' | 'fail'): void =>
      endProcessing(context, need(state.intents.get(intentId), intentId), end),
    /** Refunds in the dashboard, in cents; by default the remainder. */
    dashboardRefund: (intentId: string, amount?: number): Stripe.Refund => {
      const wish = { amount, reason: null, metadata: {} };
      return renderRefund(refundCharge(context, chargeOf(context, intentId), wish));
    },
    /** A pending refund succeeds, or a refund fails. */
    endRefund: (refundId: string, end: 'succeeded' | 'failed'): void =>
      endRefund(context, need(state.refunds.get(refundId), refundId), end),
    /** The buyer's bank opens a dispute. */
    openDispute: (intentId: string, reason = 'fraudulent') =>
      renderDispute(openDispute(context, chargeOf(context, intentId), reason)),
    closeDispute: (disputeId: string, status: 'won' | 'lost' | 'prevented'): void =>
      closeDispute(context, need(state.disputes.get(disputeId), disputeId), status),
    /** The association appeals a lost dispute. */
    resumeDispute: (disputeId: string): void =>
      resumeDispute(context, need(state.disputes.get(disputeId), disputeId)),
  };
}

/** All objects, oldest first, to compare them with our own records. */
function listObjects({ context, log }: FaultsDeps) {
  return {
    disputes: (): ReturnType<typeof renderDispute>[] =>
      context.state.disputes.newestFirst().map(renderDispute).toReversed(),
    intents: (): Stripe.PaymentIntent[] =>
      context.state.intents
        .newestFirst()
        .toReversed()
        .map((intent) => renderIntent(context, intent)),
    sessions: (): Stripe.Checkout.Session[] =>
      context.state.sessions
        .newestFirst()
        .toReversed()
        .map((session) => renderSession(context, session)),
    events: (filter?: EventFilter): WireEvent[] => log.all(filter),
    /** Resolves when every event has been delivered or given up. */
    delivered: (): Promise<void> => log.delivered(),
    refunds: (): Stripe.Refund[] =>
      context.state.refunds.newestFirst().toReversed().map(renderRefund),
  };
}

function payOrDecline(context: SandboxContext, intent: IntentRecord): void {
  try {
    attemptPayment(context, intent);
  } catch {
    // A decline is recorded in the intent and its event.
  }
}

function needOpen(context: SandboxContext, id: string): IntentRecord {
  const intent = need(context.state.intents.get(id), id);
  if (!['succeeded', 'canceled', 'processing'].includes(intent.status)) return intent;
  throw new Error(`${id} is ${intent.status}`);
}

function needOpenSession(context: SandboxContext, id: string): SessionRecord {
  const session = currentSession(context, need(context.state.sessions.get(id), id));
  if (session.status === 'open') return session;
  throw new Error(`${id} is ${session.status}`);
}

function chargeOf(context: SandboxContext, intentId: string): ChargeRecord {
  const intent = need(context.state.intents.get(intentId), intentId);
  return need(context.state.charges.get(intent.latestCharge ?? ''), `charge of ${intentId}`);
}

function need<T>(record: T | undefined, id: string): T {
  if (record === undefined) throw new Error(`The sandbox has no ${id}`);
  return record;
}

/**
 * `POST /sandbox/<name>` with a JSON list of arguments calls `faults.<name>(…)` and returns `{ result }`.
 * Accepts calls only from this machine and never from a web page: JSON makes a browser send a preflight first.
 */
export async function handleControl(
  faults: Faults,
  request: IncomingMessage,
  body: string,
): Promise<ApiResponse> {
  if (!isLocal(request))
    return jsonResponse(403, { error: { message: 'From this machine only.' } });
  const name = (request.url ?? '').split('?')[0]?.slice('/sandbox/'.length) ?? '';
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  if (request.method !== 'POST' || !isJson || !Object.hasOwn(faults, name)) {
    const names = Object.keys(faults).join(', ');
    return jsonResponse(404, {
      error: { message: `POST a JSON list to /sandbox/ and one of: ${names}` },
    });
  }
  try {
    const call = faults[name as keyof Faults] as (...list: unknown[]) => unknown;
    return jsonResponse(200, { result: (await call(...readArguments(body))) ?? null });
  } catch (error) {
    return jsonResponse(400, {
      error: { message: error instanceof Error ? error.message : String(error) },
    });
  }
}

function readArguments(body: string): unknown[] {
  const given: unknown = JSON.parse(body === '' ? '[]' : body);
  if (Array.isArray(given)) return given;
  throw new Error('The body must be a JSON list of arguments.');
}

function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? '';
  const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
  const isNamedLocally = ['127.0.0.1', 'localhost', '[::1]'].includes(host);
  return (address === '::1' || address.startsWith('127.')) && isNamedLocally;
}

function jsonResponse(status: number, content: object): ApiResponse {
  return { status, body: JSON.stringify(content), isStored: false };
}
