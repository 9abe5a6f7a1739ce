import type { IncomingMessage } from 'node:http';
import type { ApiResponse } from '../api/idempotency.ts';
import type { Faults } from './faults.ts';

/**
 * `POST /sandbox/<name>` with a JSON list of arguments calls `faults.<name>(…)` and returns `{ result }`.
 * Accepts calls only from this machine and never from a web page: JSON makes a browser send a preflight first.
 */
export async function handleControl(
  faults: Faults,
  request: IncomingMessage,
  body: string,
): Promise<ApiResponse> {
  if (!isLocal(request))
    return jsonResponse(403, { error: { message: 'From this machine only.' } });
  const name = (request.url ?? '').split('?')[0]?.slice('/sandbox/'.length) ?? '';
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  if (request.method !== 'POST' || !isJson || !Object.hasOwn(faults, name)) {
    const names = Object.keys(faults).join(', ');
    return jsonResponse(404, {
      error: { message: `POST a JSON list to /sandbox/ and one of: ${names}` },
    });
  }
  try {
    const call = faults[name as keyof Faults] as (...list: unknown[]) => unknown;
    return jsonResponse(200, { result: (await call(...readArguments(body))) ?? null });
  } catch (error) {
    return jsonResponse(400, {
      error: { message: error instanceof Error ? error.message : String(error) },
    });
  }
}

function readArguments(body: string): unknown[] {
  const given: unknown = JSON.parse(body === '' ? '[]' : body);
  if (Array.isArray(given)) return given;
  throw new Error('The body must be a JSON list of arguments.');
}

function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? '';
  const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
  const isNamedLocally = ['127.0.0.1', 'localhost', '[::1]'].includes(host);
  return (address === '::1' || address.startsWith('127.')) && isNamedLocally;
}

function jsonResponse(status: number, content: object): ApiResponse {
  return { status, body: JSON.stringify(content), isStored: false };
}
