import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Idempotency } from './api/idempotency.ts';
import { EventLog } from './control/event-log.ts';
import { createFaults, type Faults } from './control/faults.ts';
import { RouteFaults } from './control/route-faults.ts';
import { endProcessing } from './payments/attempt-payment.ts';
import { expireInTime } from './payments/checkout-session.ts';
import { endRefund } from './payments/refunds.ts';
import { cardOf } from './payments/test-cards.ts';
import { handleRequest } from './handle-request.ts';
import { createContext } from './create-context.ts';
import { balanceRoutes } from './routes/balance.ts';
import { chargeRoutes, disputeRoutes, refundRoutes } from './routes/charges.ts';
import { checkoutSessionRoutes } from './routes/checkout-sessions.ts';
import { eventRoutes } from './routes/events.ts';
import { paymentIntentRoutes } from './routes/payment-intents.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { openState } from './state/open-state.ts';
import { WebhookFaults, WebhookQueue } from './webhooks/webhook-queue.ts';
import type { SandboxContext } from './context.ts';

/** A running sandbox. */
export type Sandbox = {
  /** For `STRIPE_API_BASE`. */
  url: string;
  /** For `STRIPE_JS_URL`. */
  stripeJsUrl: string;
  faults: Faults;
  events: EventLog;
  /** Sets the receiver of events once its address is known. */
  setWebhookUrl: (url: string) => void;
  /** Sets the address for buyers' browsers, for the hosted page; default is its own. */
  setBrowserUrl: (url: string) => void;
  close: () => Promise<void>;
};

const ROUTES = [
  ...paymentIntentRoutes,
  ...checkoutSessionRoutes,
  ...refundRoutes,
  ...chargeRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...eventRoutes,
];

/** Starts the payment sandbox: Stripe's wire protocol for card payments, for development and tests. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = options.clock ?? Date.now;
  const state = openState(options.stateFile, clock);
  const queue = new WebhookQueue(state, options, clock);
  const webhooks = new WebhookFaults(queue);
  const routes = new RouteFaults();
  const events = new EventLog(state, queue);
  let url = '';
  let browserUrl: string | undefined;
  const addresses = { url: () => url, browserUrl: () => browserUrl ?? url };
  const deps = { state, options, webhooks, events, ...addresses };
  const { contextFor, stopTimers } = createContext(deps);
  const faults = createFaults({ context: contextFor(null), routes, webhooks, queue, log: events });
  const idempotency = new Idempotency(state);
  const api = { routes: ROUTES, options, faults: routes, idempotency, contextFor };
  const server = createServer((request, response) => {
    void handleRequest({ api, faults, flush: state.flush }, request, response);
  });
  // Longer than the timeout of clients, which would otherwise sometimes reuse a closing connection.
  server.keepAliveTimeout = 65_000;
  url = await listen(server, options);
  resume(contextFor(null));
  return {
    url,
    stripeJsUrl: `${url}/stripe.js`,
    faults,
    events,
    setWebhookUrl: (target) => queue.setUrl(target),
    setBrowserUrl: (target) => void (browserUrl = target),
    close: async () => {
      faults.clear();
      queue.close();
      stopTimers();
      await closeServer(server);
      state.close();
    },
  };
}

/** Continues what was in progress when the last run ended. */
function resume(context: SandboxContext): void {
  const { state } = context;
  for (const intent of state.intents.newestFirst()) {
    if (intent.status !== 'processing') continue;
    const method = state.paymentMethods.get(intent.paymentMethod ?? '');
    const end = method && cardOf(method.card).decline ? 'fail' : 'succeed';
    context.later((later) => endProcessing(later, intent, end));
  }
  for (const session of state.sessions.newestFirst()) {
    if (session.status === 'open') expireInTime(context, session);
  }
  for (const refund of state.refunds.newestFirst()) {
    if (refund.status === 'pending')
      context.later((later) => endRefund(later, refund, 'succeeded'));
  }
}

async function listen(
  server: Server,
  { port = 0, host = '127.0.0.1' }: SandboxOptions,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
