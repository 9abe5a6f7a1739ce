import type { RouteFault, RouteFaults } from '../control/route-faults.ts';
import { renderPublicIntent } from '../render/render-intent.ts';
import { expand } from './expand.ts';
import { ApiFailure, type ErrorBody } from './failure.ts';
import type { Answer } from './idempotency.ts';
import type { Call, Route } from './route.ts';

/** Runs a route, with the fault that waits for it before or after the work. */
export async function runRoute(
  faults: RouteFaults,
  route: Route,
  call: Call,
  paths: readonly string[],
): Promise<Answer> {
  const fault = faults.take(route.name);
  if (fault?.when === 'after') {
    const done = doWork(route, call, paths);
    await faults.wait(fault);
    return faultyAnswer(fault) ?? lose(done, fault);
  }
  if (fault) await faults.wait(fault);
  const instead = fault ? faultyAnswer(fault) : undefined;
  if (instead) return instead;
  // A call that is lost before the work leaves no trace, not even its key.
  if (fault?.effect === 'cut' || fault?.effect === 'silence') {
    return { status: 0, body: '', kept: false, lost: fault.effect };
  }
  return doWork(route, call, paths);
}

/** An error as an answer; only what happened inside the endpoint is kept under its key. */
export function failedAnswer(error: unknown): Answer {
  if (!(error instanceof ApiFailure)) {
    const reason = error instanceof Error ? error.stack : String(error);
    return errorAnswer(500, { type: 'api_error', message: `The sandbox failed: ${reason}` });
  }
  const { status, body } = error;
  const isRefusedEarly = status === 400 ? body.param !== undefined : status > 400 && status !== 402;
  return { ...errorAnswer(status, body), kept: !isRefusedEarly };
}

function doWork(route: Route, call: Call, paths: readonly string[]): Answer {
  try {
    const answer = expand(call.work, route.answer(call), paths);
    return { status: 200, body: JSON.stringify(answer), kept: true };
  } catch (error) {
    return failedAnswer(call.caller === 'publishable' ? withPublicIntent(error, call) : error);
  }
}

/** A browser must not see more of the intent in an error than elsewhere. */
function withPublicIntent(error: unknown, call: Call): unknown {
  const intent = call.work.state.intents.get(call.id);
  if (!(error instanceof ApiFailure) || !error.body.payment_intent || !intent) return error;
  const body = { ...error.body, payment_intent: renderPublicIntent(call.work, intent) };
  return new ApiFailure(error.status, body);
}

function faultyAnswer(fault: RouteFault): Answer | undefined {
  if (fault.effect !== 'error') return undefined;
  const message = 'An error occurred on our end (asked for by a test).';
  return {
    ...errorAnswer(fault.status ?? 500, { type: 'api_error', message }),
    kept: fault.kept ?? true,
  };
}

function lose(answer: Answer, { effect }: RouteFault): Answer {
  return effect === 'cut' || effect === 'silence' ? { ...answer, lost: effect } : answer;
}

function errorAnswer(status: number, error: ErrorBody): Answer {
  return { status, body: JSON.stringify({ error }), kept: true };
}
