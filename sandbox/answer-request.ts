import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerCall, type Api } from './api/answer-call.ts';
import type { Answer } from './api/idempotency.ts';
import { answerControl } from './control/answer-control.ts';
import type { Faults } from './control/faults.ts';
import { answerPage, isPagePath } from './hosted-page/answer-page.ts';
import { serveStripeJs } from './routes/serve-stripe-js.ts';
import { API_VERSION } from './sandbox-options.ts';
import { makeId } from './state/make-id.ts';

const MAX_BODY_BYTES = 1_000_000;

/** What the server hands to each request. */
export type SandboxDeps = { api: Api; faults: Faults; flush: () => void };

/** Any request: the API under /v1, hosted pages under /pay, control under /sandbox, else Stripe.js and its frames. */
export async function answerRequest(
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
  const requestId = makeId('req', 14);
  if (isPage) {
    const work = api.workFor({ id: requestId, idempotencyKey: null });
    const page = await answerPage(work, path, request.method === 'POST' ? body : null);
    flush();
    return void response.writeHead(page.status, page.headers).end(page.body);
  }
  const answer = path.startsWith('/v1/')
    ? await answerCall(api, request, body, requestId)
    : await answerControl(faults, request, body);
  // What is answered must be on disk first, should the process be killed now.
  flush();
  send(response, answer, path, requestId);
}

function send(response: ServerResponse, answer: Answer, path: string, requestId: string): void {
  if (answer.lost === 'silence') return;
  if (answer.lost === 'cut') return void response.destroy();
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(path.startsWith('/v1/') ? { 'access-control-allow-origin': '*' } : {}),
    ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
    // A replay would only give the same error again.
    ...(answer.status >= 500 && answer.kept ? { 'stripe-should-retry': 'false' } : {}),
  });
  response.end(answer.body);
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

/** The body; undefined when it is too long or the caller is gone. */
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
