import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CachedResponse } from '../platform/http/cached-response.ts';

interface Entry {
  page: CachedResponse;
  version: string;
  /** When it was last known to be fresh; the page itself may be older. */
  madeAt: number;
}

/** zlib's levels, from 0 to 11 and 0 to 9: a page of 90 kB takes 2 ms of the event loop. */
const compression = { brotliQuality: 5, gzipLevel: 5 };

/** More than all pages with all filters; a guard against made-up addresses. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Estimated memory of a page, its encodings (about a fifth of it each) and its key. */
const bytesOf = (page: CachedResponse): number => 2 * page.bytes.byteLength + 1_024;

/** Responses that all visitors of one language share, by language and address, until their data changes. */
export interface PageCache {
  /** The page if it may still be shown; null otherwise. */
  find(key: string, version: string): CachedResponse | null;
  /** The page as `find` returns it, otherwise rendered and stored; concurrent calls share the result. */
  findOrCreate(
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedResponse>;
}

/**
 * @param maxStaleMs how long a page may be shown although there is newer data: during a rush it is rendered again at
 * most this often
 * @param maxBytes of all pages; the ones rendered longest ago go first
 */
export function createPageCache(maxStaleMs: number, maxBytes = MAX_CACHE_BYTES): PageCache {
  // in the order of rendering, oldest first
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const rendering = new Map<string, Promise<CachedResponse>>();

  function save(key: string, version: string, rendered: RenderedPage): CachedResponse {
    const known = entries.get(key)?.page;
    const etag = rendered.headers['etag'];
    // same content, newer data: the compressed encodings stay valid
    const page = known !== undefined && known.etag === etag ? known : withEncodings(rendered);
    remove(key);
    if (page.status !== 200) return page;
    entries.set(key, { page, version, madeAt: Date.now() });
    bytes += bytesOf(page);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
    return page;
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= bytesOf(entry.page);
  }

  function find(key: string, version: string): CachedResponse | null {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (entry.version !== version && Date.now() - entry.madeAt >= maxStaleMs) return null;
    return entry.page;
  }

  return {
    find,
    async findOrCreate(key, version, render) {
      const stored = find(key, version);
      if (stored !== null) return stored;
      const name = `${version} ${key}`;
      const known = rendering.get(name);
      if (known !== undefined) return await known;
      const made = render()
        .then((rendered) => save(key, version, rendered))
        .finally(() => rendering.delete(name));
      rendering.set(name, made);
      return await made;
    },
  };
}

/** A page with its encodings, each compressed on first use. */
export function withEncodings({ status, headers, body }: RenderedPage): CachedResponse {
  let brotli: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    status,
    headers,
    etag: headers['etag'] ?? '',
    bytes: body,
    get brotli() {
      return (brotli ??= brotliOf(body));
    },
    get gzip() {
      return (gzip ??= gzipSync(body, { level: compression.gzipLevel }));
    },
  };
}

function brotliOf(page: Buffer): Buffer {
  return brotliCompressSync(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: compression.brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.byteLength,
    },
  });
}

/** A rendered page or API response. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
