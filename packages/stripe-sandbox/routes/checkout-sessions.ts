import { noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { PAGE_PARAMS, readText, refuseUnknown } from '../api/params.ts';
import type { Call, Route } from '../api/route.ts';
import {
  currentSession,
  expireInTime,
  expireSession,
  createSession,
} from '../payments/checkout-session.ts';
import { refuseOldTypes } from '../payments/create-intent.ts';
import { renderSession } from '../render/render-session.ts';
import type { SessionRecord } from '../state/records.ts';

/** Parameters of `create` that a card payment on the hosted page has use for. */
const CREATE_PARAMS = [
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_creation',
  'customer_email',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
];

/** The routes under /v1/checkout/sessions. */
export const checkoutSessionRoutes: Route[] = [
  { name: 'POST /v1/checkout/sessions', run: create },
  { name: 'GET /v1/checkout/sessions', run: list },
  { name: 'GET /v1/checkout/sessions/:id', run: retrieve },
  { name: 'POST /v1/checkout/sessions/:id/expire', run: expire },
];

function create({ context, params }: Call): object {
  refuseOldTypes(params);
  refuseUnknown(params, CREATE_PARAMS);
  const session = context.state.sessions.save(createSession(context.state, params));
  expireInTime(context, session);
  return renderSession(context, session);
}

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'payment_intent', 'status']);
  const status = readText(params, 'status');
  const intent = readText(params, 'payment_intent');
  for (const session of context.state.sessions.newestFirst()) currentSession(context, session);
  return listPage(context.state.sessions, params, {
    url: '/v1/checkout/sessions',
    filter: (session) =>
      (status === undefined || session.status === status) &&
      (intent === undefined || session.intent === intent),
    render: (session) => renderSession(context, session),
  });
}

function retrieve(call: Call): object {
  return renderSession(call.context, findSession(call));
}

function expire(call: Call): object {
  refuseUnknown(call.params, []);
  const session = findSession(call);
  expireSession(call.context, session);
  return renderSession(call.context, session);
}

function findSession({ context, id }: Call): SessionRecord {
  const session = context.state.sessions.get(id);
  if (!session) throw noSuch('checkout.session', id, 'session');
  return currentSession(context, session);
}
