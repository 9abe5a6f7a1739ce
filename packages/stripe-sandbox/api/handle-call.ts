import type { IncomingMessage } from 'node:http';
import type { RouteFaults } from '../control/route-faults.ts';
import type { SandboxOptions } from '../sandbox-options.ts';
import type { RequestInfo, SandboxContext } from '../context.ts';
import { authenticateCall } from './authenticate-call.ts';
import { ApiFailure, invalidRequest } from './failure.ts';
import type { ApiResponse, Idempotency } from './idempotency.ts';
import { parseForm } from './parse-form.ts';
import { readList } from './read-params.ts';
import { type Call, findRoute, type Route } from './route.ts';
import { errorResponse, runRoute } from './run-route.ts';

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
  const { key: browserKey, expand, ...params } = parseForm(`${url.search.slice(1)}&${body}`);
  const caller = authenticateCall(request, browserKey, api.options);
  const found = findRoute(api.routes, method, url.pathname);
  if (!found) throw unknownUrl(method, url.pathname);
  if (caller === 'publishable' && !found.route.isForBrowsers) throw secretNeeded();
  const idempotencyKey = method === 'POST' ? keyOf(request) : null;
  const context = api.contextFor({ id: requestId, idempotencyKey });
  const call: Call = { context, params, id: found.id, caller };
  const run = (): Promise<ApiResponse> =>
    runRoute(api.faults, found.route, call, readList({ expand }, 'expand') ?? []);
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
