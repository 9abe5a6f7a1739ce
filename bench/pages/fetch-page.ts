import http from 'node:http';

/** A page with its bytes as sent, compressed or not. */
export interface FetchedPage {
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Fetches a page without decoding it. nginx serves gzip from files, too (gzip_static). */
export function fetchPage(
  url: string,
  encoding: 'gzip' | 'identity' = 'gzip',
  more: Record<string, string> = {},
): Promise<FetchedPage> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding, ...more };
    const request = http.get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}: ${url}`));
        const sent = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({ headers: Object.fromEntries(sent), bytes: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
  });
}
