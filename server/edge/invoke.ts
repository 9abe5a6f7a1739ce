import type { EndpointInput, EndpointResult, OnceOptions } from '#contract/endpoint-call.ts';
import type { ResponseOf } from '#contract/endpoints.ts';
import { paths, type EndpointName } from '#contract/paths.ts';
import { toProblemDto } from '../platform/http/problem-response.ts';
import { KEY_SECONDS, type Repeatable } from '../platform/http/idempotency.ts';
import { getMounted, type ApiApp, type MountedEndpoint } from '../platform/http/mount.ts';
import type { RequestContext } from '../platform/http/call.ts';

export interface InvokeDeps {
  /** Called after every call, for metrics. */
  onResponse?: (method: string, route: string, status: number, seconds: number) => void;
  /** Called with unexpected errors, for the log. */
  onUnexpected: (error: unknown, context: RequestContext) => void;
}

/** Calls an endpoint by its name in this process. Never throws: a problem is a value. */
export type Invoke = <Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  context: RequestContext,
  once?: OnceOptions,
) => Promise<EndpointResult<Name>>;

/**
 * Creates the function by which pages call the API: the same validation, bearer, limits, idempotency and handler as
 * over HTTP, without a request, JSON or routing.
 */
export function createInvoke(app: ApiApp, deps: InvokeDeps): Invoke {
  return async (name, input, context, once = {}) => {
    const startedAt = performance.now();
    const result = await callEndpoint(app, deps, name, input, context, once);
    const status = result.problem?.status ?? getMounted(app, name).endpoint.status ?? 200;
    const [method, route] = paths[name];
    deps.onResponse?.(method, route, status, (performance.now() - startedAt) / 1000);
    return result;
  };
}

async function callEndpoint<Name extends EndpointName>(
  app: ApiApp,
  deps: InvokeDeps,
  name: Name,
  input: EndpointInput<Name>,
  context: RequestContext,
  once: OnceOptions,
): Promise<EndpointResult<Name>> {
  try {
    const response = await handleInput(name, getMounted(app, name), input, context, once);
    return { response: response as ResponseOf<Name>, problem: null };
  } catch (error) {
    const problem = toProblemDto(error, context.language, context.requestId, (unexpected) =>
      deps.onUnexpected(unexpected, context),
    );
    return { response: null, problem };
  }
}

async function handleInput(
  name: EndpointName,
  { readBearer, handle, deps }: MountedEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  context: RequestContext,
  once: OnceOptions,
): Promise<unknown> {
  const bearer = await readBearer(context);
  const raw = {
    params: Object(input.params) as object,
    query: Object(input.query) as object,
    readBody: () => input.body,
  };
  // response headers are for API clients: a page sets its cookies itself
  const run = (requestKey: Buffer | null) =>
    handle(raw, context, { bearer, requestKey, responseHeaders: new Headers() });
  const repeatable = toRepeatable(name, input, context, once);
  if (repeatable === null) return await run(null);
  let first: { response: unknown } | undefined;
  const stored = await deps.runRepeatable(repeatable, async (requestKey) => {
    first = { response: await run(requestKey) };
    return { status: 200, body: JSON.stringify(first.response ?? null), headers: {} };
  });
  return first === undefined ? JSON.parse(stored.body ?? 'null') : first.response;
}

/**
 * The input is part of the name: a form with other values is another request, and not a conflict as it is for a client
 * of the API.
 */
function toRepeatable(
  name: EndpointName,
  input: { body?: unknown },
  context: RequestContext,
  once: OnceOptions,
): Repeatable | null {
  const { key = '', withinSeconds } = once;
  // a first form has no cookie yet, but already names the cart that its repetition comes with
  const { sessionId = context.cookieSession ?? '' } = Object(input.body) as { sessionId?: string };
  const visitor = ['page', name, context.bearerToken ?? '', sessionId];
  const content = JSON.stringify(input);
  if (key !== '') {
    return { name: [...visitor, `key ${key}`, content], content: [], seconds: KEY_SECONDS };
  }
  if (withinSeconds === undefined) return null;
  return { name: [...visitor, 'same input', content], content: [], seconds: withinSeconds };
}
