import type { RouteFault, RouteFaults } from '../control/route-faults.ts';
import { renderPublicIntent } from '../render/render-intent.ts';
import { expand } from './expand.ts';
import { ApiFailure, type ErrorBody } from './failure.ts';
import type { ApiResponse } from './idempotency.ts';
import type { Call, Route } from './route.ts';

/** Runs a route and applies the next fault that a test has set for it, before or after the work. */
export async function runRoute(
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
export function errorResponse(error: unknown): ApiResponse {
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
