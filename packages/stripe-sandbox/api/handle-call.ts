import type { IncomingMessage } from 'node:http';
import type { RouteFaults, RouteFault } from '../control/route-faults.ts';
import type { SandboxOptions } from '../sandbox-options.ts';
import type { RequestInfo, SandboxContext } from '../context.ts';
import { authenticateCall, findRoute, type Call, type Route } from './route.ts';
import { ApiFailure, invalidRequest, type ErrorBody } from './failure.ts';
import type { ApiResponse, Idempotency } from './idempotency.ts';
import { parseForm, readList } from './params.ts';
import { renderPublicIntent, renderIntent } from '../render/render-intent.ts';
import { renderCharge, renderDispute, renderRefund } from '../render/render-charge.ts';
import { renderPaymentMethod } from '../render/render-payment-method.ts';

/** The context that all calls share. */
export type Api = {
  routes: readonly Route[];
  options: SandboxOptions;
  faults: RouteFaults;
  idempotency: Idempotency;
  contextFor: (request: RequestInfo | null) => SandboxContext;
};

/** Handles a call of the API. Errors are always `{ error }`: the `stripe` client chooses its error class by it. */
export async function handleCall(
  api: Api,
  request: IncomingMessage,
  body: string,
  requestId: string,
): Promise<ApiResponse> {
  try {
    return await runCall(api, request, body, requestId);
  } catch (error) {
    return errorResponse(error);
  }
}

async function runCall(
  api: Api,
  request: IncomingMessage,
  body: string,
  requestId: string,
): Promise<ApiResponse> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const { key: browserKey, expand: paths, ...params } = parseForm(`${url.search.slice(1)}&${body}`);
  const caller = authenticateCall(request, browserKey, api.options);
  const found = findRoute(api.routes, method, url.pathname);
  if (!found) throw unknownUrl(method, url.pathname);
  if (caller === 'publishable' && !found.route.isForBrowsers) throw secretNeeded();
  const idempotencyKey = method === 'POST' ? keyOf(request) : null;
  const context = api.contextFor({ id: requestId, idempotencyKey });
  const call: Call = { context, params, id: found.id, caller };
  const run = (): Promise<ApiResponse> =>
    runRoute(api.faults, found.route, call, readList({ expand: paths }, 'expand') ?? []);
  if (idempotencyKey === null) return run();
  const content = `${found.route.name} ${found.id} ${caller} ${body}`;
  return api.idempotency.once(idempotencyKey, content, run);
}

function keyOf(request: IncomingMessage): string | null {
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string' || header === '') return null;
  if (header.length > 255) throw invalidRequest('Idempotency keys have at most 255 characters.');
  return header;
}

function unknownUrl(method: string, path: string): ApiFailure {
  const message = `Unrecognized request URL (${method}: ${path}). The sandbox knows card payments only.`;
  return new ApiFailure(404, { type: 'invalid_request_error', message });
}

function secretNeeded(): ApiFailure {
  const message = 'This API call cannot be made with a publishable API key. Use a secret API key.';
  return new ApiFailure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message,
  });
}

/** Runs a route and applies the next fault that a test has set for it, before or after the work. */
async function runRoute(
  faults: RouteFaults,
  route: Route,
  call: Call,
  paths: readonly string[],
): Promise<ApiResponse> {
  const fault = faults.take(route.name);
  if (fault?.when === 'after') {
    const done = doWork(route, call, paths);
    await faults.wait(fault);
    return faultResponse(fault) ?? lose(done, fault);
  }
  if (fault) await faults.wait(fault);
  const instead = fault ? faultResponse(fault) : undefined;
  if (instead) return instead;
  // A call that is lost before the work changes nothing and stores no idempotency key.
  if (fault?.effect === 'cut' || fault?.effect === 'silence') {
    return { status: 0, body: '', isStored: false, lost: fault.effect };
  }
  return doWork(route, call, paths);
}

/** An error as a response. Only errors of the endpoint itself are stored under the idempotency key. */
function errorResponse(error: unknown): ApiResponse {
  if (!(error instanceof ApiFailure)) {
    const reason = error instanceof Error ? error.stack : String(error);
    return errorBody(500, { type: 'api_error', message: `The sandbox failed: ${reason}` });
  }
  const { status, body } = error;
  const isRejectedEarly =
    status === 400 ? body.param !== undefined : status > 400 && status !== 402;
  return { ...errorBody(status, body), isStored: !isRejectedEarly };
}

function doWork(route: Route, call: Call, paths: readonly string[]): ApiResponse {
  try {
    const object = expand(call.context, route.run(call), paths);
    return { status: 200, body: JSON.stringify(object), isStored: true };
  } catch (error) {
    return errorResponse(call.caller === 'publishable' ? withPublicIntent(error, call) : error);
  }
}

/** Errors show a browser no more of the intent than other responses do. */
function withPublicIntent(error: unknown, call: Call): unknown {
  const intent = call.context.state.intents.get(call.id);
  if (!(error instanceof ApiFailure) || !error.body.payment_intent || !intent) return error;
  const body = { ...error.body, payment_intent: renderPublicIntent(call.context, intent) };
  return new ApiFailure(error.status, body);
}

function faultResponse(fault: RouteFault): ApiResponse | undefined {
  if (fault.effect !== 'error') return undefined;
  const message = 'An error occurred on our end (asked for by a test).';
  return {
    ...errorBody(fault.status ?? 500, { type: 'api_error', message }),
    isStored: fault.isStored ?? true,
  };
}

function lose(response: ApiResponse, { effect }: RouteFault): ApiResponse {
  return effect === 'cut' || effect === 'silence' ? { ...response, lost: effect } : response;
}

function errorBody(status: number, error: ErrorBody): ApiResponse {
  return { status, body: JSON.stringify({ error }), isStored: true };
}

/** Replaces ids by their objects where `expand[]` asks for it, e.g. `data.latest_charge`. */
function expand(context: SandboxContext, object: object, paths: readonly string[]): object {
  let expanded: unknown = object;
  for (const path of paths) expanded = expandPath(context, expanded, path.split('.'), path);
  return isObject(expanded) ? expanded : object;
}

function expandPath(
  context: SandboxContext,
  value: unknown,
  path: readonly string[],
  whole: string,
): unknown {
  const [name, ...rest] = path;
  if (Array.isArray(value)) return value.map((item) => expandPath(context, item, path, whole));
  if (name === undefined || !isObject(value)) return value;
  const inside = name === 'refunds' ? refundsOf(context, value) : resolve(context, value[name]);
  if (inside === undefined) {
    throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  }
  return { ...value, [name]: expandPath(context, inside, rest, whole) };
}

function resolve(context: SandboxContext, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const { state } = context;
  const intent = state.intents.get(value);
  if (intent) return renderIntent(context, intent);
  const charge = state.charges.get(value);
  if (charge) return renderCharge(context, charge);
  const refund = state.refunds.get(value);
  if (refund) return renderRefund(refund);
  const dispute = state.disputes.get(value);
  if (dispute) return renderDispute(dispute);
  const method = state.paymentMethods.get(value);
  return method ? renderPaymentMethod(method) : undefined;
}

function refundsOf(context: SandboxContext, charge: Record<string, unknown>): object {
  const refunds = context.state.refunds
    .newestFirst()
    .filter((refund) => refund.charge === charge['id']);
  return {
    object: 'list',
    url: `/v1/charges/${String(charge['id'])}/refunds`,
    has_more: false,
    data: refunds.map(renderRefund),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
