import type { IncomingMessage } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import {
  etagOf,
  type CachedResponse,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { plainHeaders } from './headers.ts';
import type { BrochureStore } from '../brochure/brochure-store.ts';
import type { PictureStore } from '../drawing/pictures/picture-store.ts';

/**
 * How long a client may cache a file: for good if its name contains a hash of its content, an hour, or only with
 * revalidation.
 */
type CachePolicy = 'immutable' | 'one-hour' | 'revalidate';

const cacheControl: Record<CachePolicy, string> = {
  immutable: 'public, max-age=31536000, immutable',
  'one-hour': 'public, max-age=3600',
  revalidate: 'no-cache',
};

/** A file in memory with its encodings. */
interface FileContent {
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

/** A file as it is served. */
export interface StaticFile extends FileContent {
  type: string;
  etag: string;
  cachePolicy: CachePolicy;
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

/** The content type for a file's extension. */
function typeOf(file: string): string {
  return types[path.extname(file)] ?? 'application/octet-stream';
}

/** Files read at a time; all at once would need a descriptor each. */
const MAX_READS_COUNT = 16;

/** All files of the built site by path, e.g. /assets/root-abc.js; none if the folder is missing. */
export async function readStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  const limit = createConcurrencyLimiter(MAX_READS_COUNT, Infinity);
  await Promise.all(
    names.map(async (name) => {
      const type = types[path.extname(name)];
      if (type === undefined) return;
      const file = path.join(folder, name);
      const [bytes, brotli, gzip] = await limit(() =>
        Promise.all([
          readFile(file),
          readFile(`${file}.br`).catch(() => null),
          readFile(`${file}.gz`).catch(() => null),
        ]),
      );
      const url = `/${name.split(path.sep).join('/')}`;
      files.set(url, {
        type,
        bytes,
        brotli,
        gzip,
        etag: etagOf(bytes),
        cachePolicy: url.startsWith('/assets/') ? 'immutable' : 'one-hour',
      });
    }),
  );
  return files;
}

const cachedFiles = new WeakMap<StaticFile, CachedResponse & { isSecure: boolean }>();

/** A file with its headers. `isSecure`: the site is on https. */
export function cachedFile(file: StaticFile, isSecure: boolean): CachedResponse {
  const known = cachedFiles.get(file);
  if (known?.isSecure === isSecure) return known;
  const headers = {
    ...plainHeaders(isSecure),
    'content-type': file.type,
    'cache-control': cacheControl[file.cachePolicy],
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cross-origin-resource-policy': 'cross-origin',
    // the provider's frame with the card fields uses the site's typeface
    ...(file.type === 'font/woff2' ? { 'access-control-allow-origin': '*' } : {}),
  };
  const { etag, bytes, brotli, gzip } = file;
  const made = { status: 200, headers, etag, bytes, brotli, gzip, isSecure };
  cachedFiles.set(file, made);
  return made;
}

/** Finds files under /media/: pictures, and the brochure in both languages. */
export function findMedia(
  pictures: Pick<PictureStore, 'find'>,
  brochures: BrochureStore,
): (pathname: string) => Promise<StaticFile | null> {
  const files = new Map<string, StaticFile>();
  const keep = (name: string, content: FileContent, cachePolicy: CachePolicy): StaticFile => {
    const file = { type: typeOf(name), ...content, etag: etagOf(content.bytes), cachePolicy };
    files.set(name, file);
    return file;
  };
  return async (pathname) => {
    const language = /^\/media\/brochure-(de|en)\.pdf$/.exec(pathname)?.[1];
    if (language === 'de' || language === 'en') {
      const bytes = await brochures.find(language);
      if (bytes === null) return null;
      const known = files.get(pathname);
      // another programme has another brochure
      if (known?.bytes === bytes) return known;
      return keep(pathname, { bytes, brotli: null, gzip: null }, 'revalidate');
    }
    const name = /^\/media\/plates\/([\w.-]+)$/.exec(pathname)?.[1];
    const known = files.get(name ?? '');
    if (name === undefined || known !== undefined) return known ?? null;
    const picture = await pictures.find(name);
    return picture && keep(name, picture, 'immutable');
  };
}

/**
 * A response from memory or of a rendered page.
 *
 * @param setCookies `Set-Cookie` headers; a shared response has none
 */
export function toResponse(
  { method }: Pick<IncomingMessage, 'method'>,
  { status, headers: shared, body }: EncodedResponse,
  setCookies: string[] = [],
): Response {
  const headers = new Headers(shared);
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  const isEmpty = method === 'HEAD' || body.byteLength === 0;
  return new Response(isEmpty ? null : (body as Buffer<ArrayBuffer>), { status, headers });
}
