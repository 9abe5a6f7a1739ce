import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { etagOf, type CachedResponse } from './page-cache.ts';
import { doorHeaders, plainHeaders } from './headers.ts';
import type { BrochureStore } from '../brochure/brochure-store.ts';
import type { PictureStore } from '../drawing/pictures/picture-store.ts';
import type { ShopDeps } from '../deps.ts';
import type { ApiApp } from '../operations/define-api.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { coloursOf } from '../programme/look.ts';
import type { Language } from '#contract/language.ts';
import { faviconSvg } from '#packages/plates/mark.ts';
import { publicPaths } from '#contract/paths.ts';

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
type FileContent = Pick<CachedResponse, 'bytes' | 'brotli' | 'gzip'>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.pdf': 'application/pdf',
};

/** Files read at a time; all at once would need a descriptor each. */
const MAX_READS_COUNT = 16;

/**
 * All files of the built site by path, e.g. /assets/root-abc.js; none if the folder is missing.
 *
 * @param isSecure whether the site is on https
 */
export async function readStaticFiles(
  folder: string,
  isSecure: boolean,
): Promise<Map<string, CachedResponse>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, CachedResponse>();
  const limit = createConcurrencyLimiter(MAX_READS_COUNT, Infinity);
  await Promise.all(
    names.map(async (name) => {
      if (types[path.extname(name)] === undefined) return;
      const file = path.join(folder, name);
      const [bytes, brotli, gzip] = await limit(() =>
        Promise.all([
          readFile(file),
          readFile(`${file}.br`).catch(() => null),
          readFile(`${file}.gz`).catch(() => null),
        ]),
      );
      const url = `/${name.split(path.sep).join('/')}`.replace('/index.html', '');
      const made = createFile(name, { bytes, brotli, gzip }, policyOf(url), isSecure);
      if (isDoorFile(url)) Object.assign(made.headers, doorHeaders(url));
      files.set(url, made);
    }),
  );
  return files;
}

const isDoorFile = (url: string) => /^\/door(?:\/|$)/.test(url);

function policyOf(url: string): CachePolicy {
  if (/^(?:\/door)?\/assets\//.test(url)) return 'immutable';
  return isDoorFile(url) ? 'revalidate' : 'one-hour';
}

function createFile(
  name: string,
  { bytes, brotli, gzip }: FileContent,
  policy: CachePolicy,
  isSecure: boolean,
): CachedResponse {
  const extension = path.extname(name);
  const headers = {
    ...plainHeaders(isSecure),
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': cacheControl[policy],
    etag: etagOf(bytes),
    vary: 'Accept-Encoding',
    'cross-origin-resource-policy': 'cross-origin',
    // the provider's frame with the card fields uses the site's typeface
    ...(extension === '.woff2' ? { 'access-control-allow-origin': '*' } : {}),
  };
  return { status: 200, headers, bytes, brotli, gzip };
}

/** Finds files under /media/: pictures, cover images, and the brochure in both languages. */
export function findMedia(
  pictures: Pick<PictureStore, 'find'>,
  brochures: BrochureStore,
  findCover: (file: string) => Promise<Buffer | null>,
  isSecure: boolean,
): (pathname: string) => Promise<CachedResponse | null> {
  const files = new Map<string, CachedResponse>();
  const keep = (name: string, content: FileContent, policy: CachePolicy): CachedResponse => {
    const file = createFile(name, content, policy, isSecure);
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
    const cover = /^\/media\/covers\/(\w{1,40}-\d{3,4}\.(?:avif|jpg))$/.exec(pathname)?.[1];
    if (cover !== undefined) {
      const bytes = await findCover(cover);
      // not kept in memory: browsers and proxies do
      return bytes && createFile(cover, { bytes, brotli: null, gzip: null }, 'immutable', isSecure);
    }
    const name = /^\/media\/plates\/([\w.-]+)$/.exec(pathname)?.[1];
    const known = files.get(name ?? '');
    if (name === undefined || known !== undefined) return known ?? null;
    const picture = await pictures.find(name);
    return picture && keep(name, picture, 'immutable');
  };
}

const pages = ['', ...publicPaths.filter((page) => !/:|not-found/.test(page)).map((p) => `/${p}`)];

/**
 * Mounts sitemap.xml, robots.txt, site.webmanifest and icon.svg; the sitemap has the prefixed addresses
 * (product.md 10).
 */
export function mountSiteFiles(
  app: ApiApp,
  deps: Pick<ShopDeps, 'catalogue' | 'festival' | 'publicUrl'>,
): void {
  mountWebManifest(app, () => deps.festival.content());
  app.get('/sitemap.xml', async (c) => {
    const { concerts, changedAt } = await deps.catalogue.current();
    const paths = [...pages, ...concerts.map(({ id }) => `/concerts/${id}`)];
    const languages: readonly Language[] = deps.festival.content().languages ?? ['de', 'en'];
    const options = { origin: deps.publicUrl(), languages, changedAt };
    const entries = paths.flatMap((page) => entriesOf(page, options));
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
      `${entries.join('\n')}\n</urlset>\n`;
    return c.body(xml, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  app.get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      'Disallow: /ticketshop',
      'Disallow: /auth',
      'Disallow: /user',
      `Sitemap: ${deps.publicUrl()}/sitemap.xml`,
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' });
  });
}

/** Mounts icon and manifest, made of the festival's data; the manifest in the language of the request. */
export function mountWebManifest(
  app: ApiApp,
  festival: () => Parameters<typeof webManifest>[0],
): void {
  app.get('/icon.svg', (c) =>
    c.body(iconOf(festival()), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    }),
  );
  app.get('/site.webmanifest', (c) => {
    const { language } = c.get('request');
    return c.body(JSON.stringify(webManifest(festival(), language)), 200, {
      'content-type': 'application/manifest+json',
      'content-language': language,
      'cache-control': 'no-cache',
      vary: 'Accept-Language',
    });
  });
}

/** How a phone shows the site on its home screen (W3C Web Application Manifest). */
export function webManifest(
  { name, shortName, claim, look }: Pick<FestivalContent, 'name' | 'shortName' | 'claim' | 'look'>,
  language: Language,
) {
  return {
    id: '/',
    name,
    short_name: shortName,
    description: claim[language],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: coloursOf(look).sky,
    background_color: coloursOf(look).paper,
    icons: look?.logo ? [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }] : markIcons,
  };
}

const markIcons = [
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  // the mark keeps to the safe zone
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

/** The site's icon: the festival's own logo on its own ground, or the mark. */
function iconOf({ look }: Pick<FestivalContent, 'look'>): string {
  const { ink, action } = coloursOf(look);
  if (look?.logo === undefined) return faviconSvg({ paper: ink, line: action });
  const { viewBox, path: outline } = look.logo;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" fill="${ink}"/>` +
    `<svg x="4" y="4" width="24" height="24" viewBox="${viewBox}">` +
    `<path d="${outline}" fill="${action}" fill-rule="evenodd"/></svg></svg>`
  );
}

interface SitemapOptions {
  origin: string;
  languages: readonly Language[];
  changedAt: Date;
}

function entriesOf(page: string, { origin, languages, changedAt }: SitemapOptions): string[] {
  const places = [
    ...languages.map((language) => [language, `/${language}${page}`] as const),
    ['x-default', page === '' ? '/' : page] as const,
  ];
  const alternates = places.map(
    ([name, address]) =>
      `<xhtml:link rel="alternate" hreflang="${name}" href="${origin}${address}"/>`,
  );
  const day = changedAt.toISOString().slice(0, 10);
  return languages.map(
    (language) =>
      `<url><loc>${origin}/${language}${page}</loc><lastmod>${day}</lastmod>${alternates.join('')}</url>`,
  );
}
