import http from 'node:http';

/** An answer as it went over the wire. */
export interface WirePage {
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Gets a page as it is sent to a browser that takes gzip: what nginx's gzip_static can do, too. Or as it is. */
export function readPage(url: string, encoding: 'gzip' | 'identity' = 'gzip'): Promise<WirePage> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}: ${url}`));
        const headers = Object.entries(response.headers).map(([name, value]) => [
          name,
          String(value),
        ]);
        resolve({ headers: Object.fromEntries(headers), bytes: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
  });
}
