import type { ServerResponse } from 'node:http';

const texts = new WeakMap<Response, string>();

/** A JSON response; `sendJson` finds its text again. */
export function createJsonResponse(
  body: unknown,
  init: { status: number; headers: Headers },
): Response {
  const text = JSON.stringify(body);
  if (!init.headers.has('content-type')) init.headers.set('content-type', 'application/json');
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/**
 * Sends the text of a `createJsonResponse` in one write: reading it as a stream would cost more than the rest of a
 * call. False: the response is not one of those.
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
