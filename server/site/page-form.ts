import type { IncomingMessage } from 'node:http';
import { Problem } from '../platform/http/problem.ts';
import { readBody, readIncoming } from '../platform/http/read-body.ts';

/**
 * The body of a form posted to a page, held to the same bounds as one posted to the API. 400 unreadable,
 * 413 too large, 415 no form.
 */
export async function readPageForm(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers['content-type'] ?? '';
  const bytes = await readIncoming(request);
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Problem('media_type');
  }
  await readBody(bytes, type);
  return bytes;
}
