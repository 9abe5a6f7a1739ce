import type { ServerResponse } from 'node:http';

const texts = new WeakMap<Response, string>();

interface ResponseHead {
  status: number;
  headers: Headers;
}

/** A JSON response. */
export function createJsonResponse(body: unknown, head: ResponseHead): Response {
  if (!head.headers.has('content-type')) head.headers.set('content-type', 'application/json');
  return createTextResponse(JSON.stringify(body), head);
}

/** A response with this text; `sendJson` finds it again. */
export function createTextResponse(text: string, init: ResponseHead): Response {
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
