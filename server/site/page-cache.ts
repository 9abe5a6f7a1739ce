import type { Keepsake } from '../platform/http/ready-answer.ts';
import { brotliNow, brotliSmall, gzipNow } from './compress-page.ts';
import type { RenderedPage } from './render-page.ts';

/** A page or answer in memory; compressed when somebody first asks for that form. */
export interface CachedPage extends Keepsake {
  /** What an answer of the API says, read once for all pages that show it; nobody may change it. */
  readonly json: unknown;
  readonly madeAt: number;
  /** Compressed as well as can be, not only quickly. */
  readonly small: boolean;
}

interface Entry {
  page: CachedPage;
  version: string;
  /** When it was last known to be good; the page itself may be older. */
  madeAt: number;
}

/** More than all pages with all filters need; a guard against made-up addresses. */
const MOST_PAGES = 2000;

/** What is the same for everybody of one language, by language and address, until its data changes. */
export interface PageCache {
  /** The page if it may still be shown. */
  find(key: string, version: string): CachedPage | null;
  /** Makes the page and keeps it; those who ask meanwhile get the same one. */
  make(key: string, version: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
}

/**
 * @param restMs how long a page may be shown although newer data is there: while much is sold it is then
 * rendered anew at most so often
 * @param steadyMs a page that has lived so long and is asked for is compressed once more, well; Infinity: never
 */
export function createPageCache(restMs: number, steadyMs = Infinity): PageCache {
  const entries = new Map<string, Entry>();
  const inWork = new Map<string, Promise<CachedPage>>();
  let compressing = false;

  function keep(key: string, version: string, rendered: RenderedPage): CachedPage {
    const known = entries.get(key)?.page;
    const etag = rendered.headers['etag'];
    // same content, newer data: the compressed forms stay good
    const page = known !== undefined && known.etag === etag ? known : withForms(rendered);
    if (entries.size >= MOST_PAGES) entries.clear();
    if (page.status === 200) entries.set(key, { page, version, madeAt: Date.now() });
    return page;
  }

  /** One at a time. */
  async function makeSmall(entry: Entry): Promise<void> {
    compressing = true;
    const { status, headers, bytes } = entry.page;
    const brotli = await brotliSmall(bytes);
    entry.page = withForms({ status, headers, body: bytes }, brotli);
    compressing = false;
  }

  return {
    find(key, version) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (entry.version !== version && Date.now() - entry.madeAt >= restMs) return null;
      const { page } = entry;
      if (!page.small && !compressing && Date.now() - page.madeAt >= steadyMs) {
        // if it should fail, pages stay as they are
        makeSmall(entry).catch(() => undefined);
      }
      return page;
    },
    make(key, version, render) {
      const name = `${version} ${key}`;
      const known = inWork.get(name);
      if (known !== undefined) return known;
      const made = render()
        .then((rendered) => keep(key, version, rendered))
        .finally(() => inWork.delete(name));
      inWork.set(name, made);
      return made;
    },
  };
}

/** A page with its forms, quickly compressed: it may live for less than a second. */
export function withForms(
  { status, headers, body }: RenderedPage,
  smallBrotli?: Buffer,
): CachedPage {
  let brotli = smallBrotli;
  let gzip: Buffer | undefined;
  let json: unknown;
  return {
    status,
    headers,
    etag: headers['etag'] ?? '',
    bytes: body,
    get brotli() {
      return (brotli ??= brotliNow(body));
    },
    get gzip() {
      return (gzip ??= gzipNow(body));
    },
    get json() {
      return (json ??= freeze(JSON.parse(body.toString())));
    },
    madeAt: Date.now(),
    small: smallBrotli !== undefined,
  };
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
