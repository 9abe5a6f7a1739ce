import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ApiEnv } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';

/** Several times the longest contact message. */
const MAX_BODY_BYTES = 256 * 1024;

/** Reads the body of a call; 413 above the limit, however it is sent. */
export async function readBytes(
  c: Context<ApiEnv>,
  limit = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const { raw } = c.req;
  if (Number(raw.headers.get('content-length') ?? 0) > limit) throw new Problem('too_large');
  const incoming = c.env?.incoming;
  if (incoming !== undefined) return await readIncoming(incoming, limit);
  // a call within this process
  const bytes = new Uint8Array(await raw.arrayBuffer());
  if (bytes.byteLength > limit) throw new Problem('too_large');
  return bytes;
}

/**
 * Reads the body from Node's request: a web stream around it would cost more than the rest of a call. Reads a body that
 * is too large to its end and drops it, because a connection with unread data cannot send a response.
 */
function readIncoming(incoming: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else reject(new Problem('too_large'));
    });
    incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    // a client that disconnects has sent an incomplete body; that is not our error
    incoming.on('error', (cause) => reject(new Problem('malformed', { cause })));
  });
}

/**
 * Parses the fields of a body: JSON, url-encoded or multipart (api.md, Conventions). An empty body needs no content
 * type. 400 malformed, 415 another format.
 */
export async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<object> {
  if (bytes.byteLength === 0) return {};
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return parseObject(decode(bytes));
  if (type === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(decode(bytes)));
  }
  if (type === 'multipart/form-data') return await parseMultipart(bytes, contentType);
  throw new Problem('media_type');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem('malformed', { cause });
  }
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('malformed', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed');
  return value;
}

async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<object> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    // validation reports a file instead of a text
    return Object.fromEntries(form);
  } catch (cause) {
    throw new Problem('malformed', { cause });
  }
}

/**
 * Reads a form posted to a page, by default within the same limit as one posted to the API. 400 malformed, 413 too
 * large, 415 not a form.
 */
export async function readPageForm(
  request: IncomingMessage,
  limit = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers['content-type'] ?? '';
  const bytes = await readIncoming(request, limit);
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Problem('media_type');
  }
  await readBody(bytes, type);
  return bytes;
}

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

const compress = promisify(gzip);

/** A response with this text, compressed, for calls whose body may be large. */
export async function createGzipResponse(text: string, { status, headers }: ResponseHead) {
  headers.set('content-encoding', 'gzip');
  headers.append('vary', 'Accept-Encoding');
  return new Response(new Uint8Array(await compress(text)), { status, headers });
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
