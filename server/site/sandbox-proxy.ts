import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';

/** Where the shop's own address shows the sandbox's browser-facing part. */
export const SANDBOX_PREFIX = '/sandbox';

/** What a buyer's browser needs: script, frames, the hosted page, and the calls it makes with a client secret. */
const GET_PATHS =
  /^\/(stripe\.js|card|authenticate|frame\/[a-z-]+\.(js|css)|pay\/\w+|v1\/payment_intents\/\w+)$/;
const POST_PATHS = /^\/(pay\/\w+|v1\/payment_intents\/\w+\/(confirm|authenticate))$/;

/** Passed on; no `authorization`, which is for servers. */
const REQUEST_HEADERS = ['accept', 'accept-language', 'content-type', 'content-length'];

/** Answers a request that is meant for the sandbox; false for any other. */
export type SandboxProxy = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Lets browsers reach the payment sandbox under the shop's own address, so that phones in the same network
 * can pay in test mode, too, though it listens on this machine alone. Its control interface stays there.
 */
export function createSandboxProxy(sandboxUrl: string): SandboxProxy {
  return (request, response) => {
    const url = request.url ?? '/';
    if (!url.startsWith(`${SANDBOX_PREFIX}/`)) return false;
    const path = url.slice(SANDBOX_PREFIX.length);
    const allowed = { GET: GET_PATHS, POST: POST_PATHS }[request.method ?? ''];
    if (allowed?.test(path.split('?', 1)[0] ?? '') !== true) return false;
    passOn(new URL(sandboxUrl), path, request, response);
    return true;
  };
}

function passOn(
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
  const asked = ask({ hostname, port, path, method: request.method, headers }, (answer) => {
    // for tests on this machine, which also need what is not shown here (sandbox/README.md)
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-sandbox': origin });
    answer.pipe(response);
  });
  asked.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}
