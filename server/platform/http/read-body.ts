import { Problem } from './problem.ts';

/** Largest request body in bytes; the longest contact message fits several times. */
export const BODY_LIMIT = 256 * 1024;

/** The body's bytes, refused above the limit however it is sent (413). */
export async function readBytes(
  request: Request,
  limit = BODY_LIMIT,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Problem('too_large');
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of endingEarly(request.body)) {
    size += chunk.byteLength;
    if (size > limit) throw new Problem('too_large');
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** A client that goes away in the middle of its body has sent something unreadable; it is no fault of ours. */
async function* endingEarly(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new Problem('malformed', { cause });
  }
}

/**
 * The fields of a body: JSON, url-encoded or multipart alike (api.md, Conventions). An empty body
 * needs no content type. 400 unreadable, 413 too large, 415 another format.
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
    // a file where a text belongs is a broken field; validation says so
    return Object.fromEntries(form);
  } catch (cause) {
    throw new Problem('malformed', { cause });
  }
}
