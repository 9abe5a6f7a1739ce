import type { IncomingMessage } from 'node:http';
import { Problem } from '../platform/http/problem.ts';
import { BODY_LIMIT, readBody } from '../platform/http/read-body.ts';

/**
 * The body of a form posted to a page, held to the same bounds as one posted to the API. 400 unreadable,
 * 413 too large, 415 no form.
 */
export async function readPageForm(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers['content-type'] ?? '';
  const bytes = await readAll(request);
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Problem('media_type');
  }
  await readBody(bytes, type);
  return bytes;
}

/** What is too much is read on and thrown away: a connection left half read answers nothing any more. */
function readAll(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else reject(new Problem('too_large'));
    });
    request.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    request.on('error', (cause) => reject(new Problem('malformed', { cause })));
  });
}
