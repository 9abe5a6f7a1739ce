import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { etagOf } from './etag.ts';
import type { CachedResponse } from './cached-response.ts';
import { plainHeaders } from './security-headers.ts';

/**
 * How long a client may keep a file: for good where its name holds a hash of its content, an hour, or as
 * long as the server says each time that it is still the same.
 */
export type CachePolicy = 'for-good' | 'an-hour' | 'asking';

const cacheControl: Record<CachePolicy, string> = {
  'for-good': 'public, max-age=31536000, immutable',
  'an-hour': 'public, max-age=3600',
  asking: 'no-cache',
};

/** A file in memory with its compressed forms. */
export interface StaticFile {
  type: string;
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  keep: CachePolicy;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.pdf': 'application/pdf',
};

/** Content type by file ending. */
export function typeOf(file: string): string {
  return types[path.extname(file)] ?? 'application/octet-stream';
}

/** All files of the built site by path, e.g. /assets/root-abc.js; a missing folder holds none. */
export async function readStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  await Promise.all(
    names.map(async (name) => {
      const type = types[path.extname(name)];
      if (type === undefined) return;
      const whole = path.join(folder, name);
      const [bytes, brotli, gzip] = await Promise.all([
        readFile(whole),
        readFile(`${whole}.br`).catch(() => null),
        readFile(`${whole}.gz`).catch(() => null),
      ]);
      const url = `/${name.split(path.sep).join('/')}`;
      files.set(url, {
        type,
        bytes,
        brotli,
        gzip,
        etag: etagOf(bytes),
        keep: url.startsWith('/assets/') ? 'for-good' : 'an-hour',
      });
    }),
  );
  return files;
}

const kept = new WeakMap<StaticFile, CachedResponse & { secure: boolean }>();

/** A file with its headers, as it is sent. `secure`: the site is on TLS. */
export function cachedFile(file: StaticFile, secure: boolean): CachedResponse {
  const known = kept.get(file);
  if (known?.secure === secure) return known;
  const headers = {
    ...plainHeaders(secure),
    'content-type': file.type,
    'cache-control': cacheControl[file.keep],
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cross-origin-resource-policy': 'cross-origin',
    // The card fields stand in a frame of the provider and are set in the site's typeface.
    ...(file.type === 'font/woff2' ? { 'access-control-allow-origin': '*' } : {}),
  };
  const { etag, bytes, brotli, gzip } = file;
  const made = { status: 200, headers, etag, bytes, brotli, gzip, secure };
  kept.set(file, made);
  return made;
}
