import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RenderedPage } from './render-page.ts';

/** A page in memory with its compressed forms. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
  version: string;
  renderedAt: number;
}

/** While much is sold, a page is rendered anew at most this often; the badge is right within a second. */
const REST_MS = 250;
/** More than all pages with all filters need; a guard against made-up addresses. */
const MOST_PAGES = 2000;

/** Public pages by language and address, valid until the data they show changes. */
export interface PageCache {
  /** The page if it may still be shown. */
  find(key: string, version: string): CachedPage | null;
  /** Keeps a rendered page; answers it with its compressed forms. */
  keep(key: string, version: string, page: RenderedPage): CachedPage;
}

export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
  return {
    find(key, version) {
      const page = pages.get(key);
      if (page === undefined) return null;
      return page.version === version || Date.now() - page.renderedAt < REST_MS ? page : null;
    },
    keep(key, version, page) {
      const known = pages.get(key);
      const etag = page.headers['etag'] ?? '';
      // same content, newer data: the compressed forms stay good
      const made =
        known?.etag === etag
          ? { ...known, version, renderedAt: Date.now() }
          : compress(page, version);
      if (pages.size >= MOST_PAGES) pages.clear();
      if (page.status === 200) pages.set(key, made);
      return made;
    },
  };
}

/** Quick settings: a page may live for less than a second. */
function compress(page: RenderedPage, version: string): CachedPage {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.body.byteLength,
  };
  return {
    status: page.status,
    headers: page.headers,
    etag: page.headers['etag'] ?? '',
    bytes: page.body,
    brotli: brotliCompressSync(page.body, { params }),
    gzip: gzipSync(page.body, { level: 6 }),
    version,
    renderedAt: Date.now(),
  };
}
