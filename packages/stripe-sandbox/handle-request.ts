import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleCall, type Api } from './api/handle-call.ts';
import type { ApiResponse } from './api/idempotency.ts';
import { handleControl, type Faults } from './control/faults.ts';
import { servePage, isPagePath } from './hosted-page/serve-page.ts';
import { serveStripeJs } from './routes/serve-stripe-js.ts';
import { API_VERSION } from './sandbox-options.ts';
import { createId } from './state/records.ts';

const MAX_BODY_BYTES = 1_000_000;

/** Dependencies of handling a request. */
export type SandboxDeps = { api: Api; faults: Faults; flush: () => void };

/**
 * Routes a request: /v1 is the API, /pay hosted pages, /sandbox the control interface, the rest Stripe.js and its
 * frames.
 */
export async function handleRequest(
  { api, faults, flush }: SandboxDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  const isPage = isPagePath(path) && ['GET', 'POST'].includes(request.method ?? '');
  if (!isPage && !path.startsWith('/v1/') && !path.startsWith('/sandbox/')) {
    return serveStripeJs(request, response);
  }
  if (request.method === 'OPTIONS') return allowBrowsers(path, response);
  const body = await readBody(request);
  if (body === undefined) return void request.destroy();
  const requestId = createId('req', 14);
  if (isPage) {
    const context = api.contextFor({ id: requestId, idempotencyKey: null });
    const page = await servePage(context, path, request.method === 'POST' ? body : null);
    flush();
    return void response.writeHead(page.status, page.headers).end(page.body);
  }
  const result = path.startsWith('/v1/')
    ? await handleCall(api, request, body, requestId)
    : await handleControl(faults, request, body);
  // Write the changes to disk before responding, so that kill -9 loses nothing that was acknowledged.
  flush();
  send(response, result, path, requestId);
}

function send(
  response: ServerResponse,
  result: ApiResponse,
  path: string,
  requestId: string,
): void {
  if (result.lost === 'silence') return;
  if (result.lost === 'cut') return void response.destroy();
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(path.startsWith('/v1/') ? { 'access-control-allow-origin': '*' } : {}),
    ...(result.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    // A retry with the same key would only replay the error.
    ...(result.status >= 500 && result.isStored ? { 'stripe-should-retry': 'false' } : {}),
  });
  response.end(result.body);
}

/** Preflight: browsers may call the API, never the control interface. */
function allowBrowsers(path: string, response: ServerResponse): void {
  if (!path.startsWith('/v1/')) return void response.writeHead(403).end();
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
    'access-control-max-age': '600',
  });
  response.end();
}

/** The body; undefined if it is too long or the client has disconnected. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) resolve(undefined);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('close', () => resolve(undefined));
  });
}
