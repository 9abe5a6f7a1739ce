import { ApiFailure, invalidRequest } from '../api/failure.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderSession } from '../render/render-session.ts';
import type { SandboxContext } from '../context.ts';
import {
  mergeMetadata,
  requireInteger,
  requireText,
  readGroup,
  readInteger,
  readList,
  readText,
  refuseUnknown,
  type Params,
  type ParamValue,
} from '../api/params.ts';
import {
  createId,
  type IntentRecord,
  type SessionRecord,
  type SessionLine,
} from '../state/records.ts';
import type { State } from '../state/open-state.ts';
import { checkAmount } from './create-intent.ts';

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

const MIN_TTL_SECONDS = 30 * 60;
const MAX_TTL_SECONDS = 24 * 3600;
const MAX_LINES = 100;

/** A session from the parameters of `POST /v1/checkout/sessions`, not saved yet. */
export function createSession(state: State, params: Params): SessionRecord {
  needKnown(params, 'mode', ['payment']);
  if (readText(params, 'ui_mode') !== undefined) needKnown(params, 'ui_mode', ['hosted_page']);
  const lines = readLines(params);
  const intentData = readGroup(params, 'payment_intent_data') ?? {};
  refuseUnknown(intentData, ['description', 'metadata']);
  const created = state.now();
  return {
    id: createId('cs_test', 58),
    created,
    expiresAt: readExpiry(params, created),
    status: 'open',
    amount: checkAmount(lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0)),
    currency: 'eur',
    lines,
    metadata: mergeMetadata({}, params),
    intentMetadata: mergeMetadata({}, intentData),
    allowedTypes: readList(params, 'allowed_payment_method_types') ?? null,
    clientReference: readText(params, 'client_reference_id') ?? null,
    customerEmail: readEmail(params),
    locale: readText(params, 'locale') ?? null,
    successUrl: checkUrl('success_url', requireText(params, 'success_url')),
    cancelUrl: readCancelUrl(params),
    intent: null,
  };
}

function needKnown(params: Params, param: string, known: readonly string[]): void {
  const value = requireText(params, param);
  if (known.includes(value)) return;
  throw invalidRequest(`Invalid ${param}: must be one of ${known.join(', ')}`, { param });
}

function readLines(params: Params): SessionLine[] {
  const items = params['line_items'];
  const param = 'line_items';
  if (!Array.isArray(items)) {
    const message = `Missing required param: ${param}.`;
    throw invalidRequest(message, { code: 'parameter_missing', param });
  }
  if (items.length > MAX_LINES) {
    throw invalidRequest(`A Checkout Session has at most ${MAX_LINES} line items.`, { param });
  }
  return items.map((item, index) => readLine(item, `${param}[${index}]`));
}

function readLine(item: ParamValue, param: string): SessionLine {
  const group = (value: Params | undefined, name: string): Params => {
    if (value) return value;
    throw invalidRequest(`Missing required param: ${name}.`, { param: name });
  };
  const line = group(readGroup({ item }, 'item'), param);
  refuseUnknown(line, ['price_data', 'quantity']);
  const price = group(readGroup(line, 'price_data'), `${param}[price_data]`);
  refuseUnknown(price, ['currency', 'product_data', 'unit_amount']);
  const product = group(readGroup(price, 'product_data'), `${param}[price_data][product_data]`);
  refuseUnknown(product, ['description', 'metadata', 'name']);
  if (requireText(price, 'currency') !== 'eur') {
    throw invalidRequest('Invalid currency. The sandbox knows eur.', { param });
  }
  const unitAmount = requireInteger(price, 'unit_amount');
  const quantity = readInteger(line, 'quantity') ?? 1;
  if (unitAmount < 0 || quantity < 1) throw invalidRequest('Invalid amount.', { param });
  return { name: requireText(product, 'name'), unitAmount, quantity };
}

function readExpiry(params: Params, created: number): number {
  const param = 'expires_at';
  const expiresAt = readInteger(params, param) ?? created + MAX_TTL_SECONDS;
  const limit =
    expiresAt < created + MIN_TTL_SECONDS
      ? 'at least 30 minutes'
      : expiresAt > created + MAX_TTL_SECONDS
        ? 'less than 24 hours'
        : null;
  if (limit === null) return expiresAt;
  const message = `The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`;
  throw invalidRequest(message, { param });
}

function readEmail(params: Params): string | null {
  const email = readText(params, 'customer_email');
  if (email === undefined || /^[^@\s]+@[^@\s]+$/.test(email)) return email ?? null;
  throw invalidRequest(`Invalid email address: ${email}`, {
    code: 'email_invalid',
    param: 'customer_email',
  });
}

function readCancelUrl(params: Params): string | null {
  const url = readText(params, 'cancel_url');
  return url === undefined ? null : checkUrl('cancel_url', url);
}

function checkUrl(param: string, url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw invalidRequest(
    'Not a valid URL: it must be an absolute URL that starts with http:// or https://.',
    { code: 'url_invalid', param },
  );
}
