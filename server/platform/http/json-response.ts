import type { ServerResponse } from 'node:http';

const texts = new WeakMap<Response, string>();

/** An answer in JSON, which remembers its text for those who send it on. */
export function jsonResponse(body: unknown, init: { status: number; headers: Headers }): Response {
  const text = JSON.stringify(body);
  if (!init.headers.has('content-type')) init.headers.set('content-type', 'application/json');
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/**
 * Sends an answer whose text is known in one write: as a stream, which is what a Response has, it would cost
 * more than all the rest of a call. False: it is another one.
 */
export function sendJson(response: Response, outgoing: ServerResponse): boolean {
  const text = texts.get(response);
  if (text === undefined) return false;
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(response.headers.has('set-cookie')
      ? { 'set-cookie': response.headers.getSetCookie() }
      : {}),
    'content-length': Buffer.byteLength(text),
  });
  outgoing.end(text);
  return true;
}
