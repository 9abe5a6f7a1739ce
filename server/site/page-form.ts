import { Problem } from '../platform/http/problem.ts';
import { readBody, readBytes } from '../platform/http/read-body.ts';

/**
 * A page's form with its body read: a form posted to a page is held to the same bounds as one posted to
 * the API. 400 unreadable, 413 too large, 415 no form.
 */
export async function readPageForm(request: Request): Promise<Request> {
  const type = request.headers.get('content-type') ?? '';
  const bytes = await readBytes(request);
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Problem('media_type');
  }
  await readBody(bytes, type);
  return new Request(request.url, { method: 'POST', headers: request.headers, body: bytes });
}
