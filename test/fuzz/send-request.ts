import { Agent, request as httpRequest } from 'node:http';
import type { FuzzRequest } from './fuzz-request.ts';

const TIMEOUT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** A response as received. */
export interface RawResponse {
  status: number;
  type: string;
  text: string;
}

/** Sends a request unchanged; null if the connection ends without a response. */
export function sendRequest(url: string, request: FuzzRequest): Promise<RawResponse | null> {
  return new Promise((resolve) => {
    const body =
      request.body === null
        ? null
        : Buffer.from(request.body, request.isBinary ? 'latin1' : 'utf8');
    const { hostname, port } = new URL(url);
    const length = body === null ? {} : { 'content-length': String(body.byteLength) };
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method: request.method,
        path: request.path,
        headers: { accept: 'application/json', ...request.headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(null));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', () => resolve(null));
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
    outgoing.end(body ?? undefined);
  });
}
