import type { Context, Next } from 'hono';
import { proxy } from 'hono/proxy';

/** The path under which the shop shows the sandbox's pages to browsers. */
export const SANDBOX_PREFIX = '/sandbox';

/** Paths that a buyer's browser needs: script, frames, the hosted page, and calls with a client secret. */
const GET_PATHS =
  /^\/(stripe\.js|card|authenticate|frame\/[a-z-]+\.(js|css)|pay\/\w+|v1\/payment_intents\/\w+)$/;
const POST_PATHS = /^\/(pay\/\w+|v1\/payment_intents\/\w+\/(confirm|authenticate))$/;

/** Forwarded headers; no `authorization`, which is for servers. */
const REQUEST_HEADERS = ['accept', 'accept-language', 'content-type', 'content-length'];

/**
 * Lets browsers reach the payment sandbox under the shop's own address, so that phones in the same network can pay in
 * test mode, too. The sandbox listens on this machine only, and its control interface stays there.
 */
export function proxySandbox(sandboxUrl: string) {
  return async ({ req }: Context, next: Next): Promise<Response | void> => {
    const { raw, method } = req;
    const { pathname, search } = new URL(raw.url);
    const path = pathname.slice(SANDBOX_PREFIX.length);
    const allowed = { GET: GET_PATHS, POST: POST_PATHS }[method];
    if (allowed?.test(path) !== true) return await next();
    const headers = REQUEST_HEADERS.flatMap((name) => {
      const value = raw.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const body = method === 'POST' ? await raw.arrayBuffer() : null;
    const init = { method, headers, body, redirect: 'manual', signal: raw.signal } as const;
    try {
      const response = await proxy(new URL(path + search, sandboxUrl), init);
      // for tests on this machine, which also need the control interface (packages/stripe-sandbox/README.md)
      response.headers.set('x-sandbox', new URL(sandboxUrl).origin);
      return response;
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}
