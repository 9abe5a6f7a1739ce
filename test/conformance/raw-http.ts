import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { ShopProcess } from '../shop-process.ts';

/** Calls from another local address, which `fetch` cannot do. */
export function callFrom(
  localAddress: string,
  { url }: Pick<ShopProcess, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  json?: unknown,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = json === undefined ? undefined : JSON.stringify(json);
    const request = httpRequest(
      new URL(path, url),
      {
        localAddress,
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(sent);
  });
}

/** Sends raw bytes; returns the received bytes until the server ends the connection or is silent for `quietMs`. */
export function sendBytes(
  { url }: Pick<ShopProcess, 'url'>,
  bytes: string,
  quietMs = 500,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    socket.setTimeout(quietMs, () => socket.end());
    socket.write(bytes);
  });
}
