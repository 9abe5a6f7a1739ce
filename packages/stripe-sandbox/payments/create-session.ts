import { invalidRequest } from '../api/failure.ts';
import type { Params, ParamValue } from '../api/parse-form.ts';
import {
  mergeMetadata,
  requireInteger,
  requireText,
  readGroup,
  readInteger,
  readList,
  readText,
  refuseUnknown,
} from '../api/read-params.ts';
import { createId } from '../state/create-id.ts';
import type { State } from '../state/open-state.ts';
import type { SessionLine, SessionRecord } from '../state/records.ts';
import { checkAmount } from './create-intent.ts';

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
