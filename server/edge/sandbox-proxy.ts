import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';

/** The path under which the shop shows the sandbox's pages to browsers. */
export const SANDBOX_PREFIX = '/sandbox';

/** Paths that a buyer's browser needs: script, frames, the hosted page, and calls with a client secret. */
const GET_PATHS =
  /^\/(stripe\.js|card|authenticate|frame\/[a-z-]+\.(js|css)|pay\/\w+|v1\/payment_intents\/\w+)$/;
const POST_PATHS = /^\/(pay\/\w+|v1\/payment_intents\/\w+\/(confirm|authenticate))$/;

/** Forwarded headers; no `authorization`, which is for servers. */
const REQUEST_HEADERS = ['accept', 'accept-language', 'content-type', 'content-length'];

/** Serves a request to the sandbox; false for any other request. */
export type SandboxProxy = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Lets browsers reach the payment sandbox under the shop's own address, so that phones in the same network can pay in
 * test mode, too. The sandbox listens on this machine only, and its control interface stays there.
 */
export function createSandboxProxy(sandboxUrl: string): SandboxProxy {
  return (request, response) => {
    const url = request.url ?? '/';
    if (!url.startsWith(`${SANDBOX_PREFIX}/`)) return false;
    const path = url.slice(SANDBOX_PREFIX.length);
    const allowed = { GET: GET_PATHS, POST: POST_PATHS }[request.method ?? ''];
    if (allowed?.test(path.split('?', 1)[0] ?? '') !== true) return false;
    forward(new URL(sandboxUrl), path, request, response);
    return true;
  };
}

function forward(
  { hostname, port, origin }: URL,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers: Record<string, string> = {};
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const forwarded = sendRequest(
    { hostname, port, path, method: request.method, headers },
    (sandboxResponse) => {
      // for tests on this machine, which also need the control interface (packages/stripe-sandbox/README.md)
      response.writeHead(sandboxResponse.statusCode ?? 502, {
        ...sandboxResponse.headers,
        'x-sandbox': origin,
      });
      sandboxResponse.pipe(response);
    },
  );
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}
