import { Problem } from '../problem.ts';
import type { RequestContext } from './call.ts';

/** A response that can be repeated. */
export interface StoredResponse {
  status: number;
  body: string | null;
  headers: Record<string, string>;
}

/** Two requests are the same if names and contents are equal. */
export interface Repeatable {
  /** Names the request. Only a caller that knows all of it can read the stored response. */
  name: string[];
  /** Other content under the same name is 422. */
  content: string[];
  /** How long the response is repeated. */
  seconds: number;
}

/** Runs work once under its name: a repetition gets the first response again. */
export type RunRepeatable = (
  repeatable: Repeatable,
  work: (requestKey: Buffer | null) => Promise<StoredResponse>,
) => Promise<StoredResponse>;

/** The API repeats responses for 24 h (api.md, Conventions). */
export const KEY_SECONDS = 24 * 60 * 60;

/**
 * Handles a mutating call over HTTP once per `Idempotency-Key`: a repetition within 24 h gets the first response
 * again, another body under the same key 422 (api.md, Conventions). A refused call (4xx) runs again. Without a key,
 * the call just runs.
 */
export async function handleOnce(
  runRepeatable: RunRepeatable,
  context: RequestContext,
  request: Request,
  bytes: Uint8Array,
  handle: (requestKey: Buffer | null) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key');
  if (key === null || key === '') return await handle(null);
  if (key.length > 255) throw new Problem('malformed');
  const repeatable = {
    name: [request.method, new URL(request.url).pathname, context.bearerToken ?? '', key],
    content: [request.headers.get('content-type')?.split(';')[0] ?? '', comparable(request, bytes)],
    seconds: KEY_SECONDS,
  };
  let response: Response | undefined;
  const { status, headers, body } = await runRepeatable(repeatable, async (requestKey) => {
    response = await handle(requestKey);
    const text = await response.clone().text();
    const stored = Object.fromEntries(response.headers);
    return { status: response.status, headers: stored, body: text };
  });
  return (
    response ??
    new Response(status === 204 ? null : body, {
      status,
      headers: { ...headers, 'idempotent-replayed': 'true' },
    })
  );
}

/** A multipart boundary differs from one attempt to the next: it does not count. */
function comparable(request: Request, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}
