import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { fieldMessages, type FieldMessageKey } from '#contract/field-messages.ts';
import { Problem, type FieldProblems } from './problem.ts';

/** Largest request body in bytes; the longest contact message fits several times. */
export const MAX_BODY_BYTES = 256 * 1024;

/** A body as a call has it: from a connection, else (asked within the process) as the web has it. */
export interface BodySource {
  raw: Request;
  incoming: IncomingMessage | undefined;
}

/** The body's bytes, refused above the limit however it is sent (413). */
export async function readBytes(
  { raw, incoming }: BodySource,
  limit = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(raw.headers.get('content-length') ?? 0) > limit) throw new Problem('too_large');
  if (incoming !== undefined) return await readIncoming(incoming, limit);
  const bytes = new Uint8Array(await raw.arrayBuffer());
  if (bytes.byteLength > limit) throw new Problem('too_large');
  return bytes;
}

/**
 * The same of a connection; the web's streams around it would cost more than the rest of a call. What is too
 * much is read on and thrown away: a connection left half read answers nothing any more.
 */
export function readIncoming(
  incoming: IncomingMessage,
  limit = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else reject(new Problem('too_large'));
    });
    incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    // a client that goes away in the middle has sent something unreadable; it is no fault of ours
    incoming.on('error', (cause) => reject(new Problem('malformed', { cause })));
  });
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

/** The value a schema makes of the input; 422 with every broken field otherwise. */
export function validate(schema: z.ZodType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: FieldProblems = {};
  for (const issue of result.error.issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.join('.');
    const key = (issue.message in fieldMessages ? issue.message : 'INVALID') as FieldMessageKey;
    const keys = (fields[field] ??= []);
    if (!keys.includes(key)) keys.push(key);
  }
  throw new Problem('invalid', { fields });
}
