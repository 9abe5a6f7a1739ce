import type { Catalogue } from '../programme/catalogue.ts';
import type { FestivalStore } from '../programme/festival-content.ts';
import type { ApiApp } from '../operations/define-api.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { colours } from '#server/platform/colours.ts';
import type { Language } from '#contract/language.ts';
import { publicPaths } from '#contract/paths.ts';

export interface SiteFileDeps {
  catalogue: Catalogue;
  festival: FestivalStore;
  publicUrl: () => string;
}

const pages = ['', ...publicPaths.filter((path) => !/:|not-found/.test(path)).map((p) => `/${p}`)];

/**
 * Mounts sitemap.xml, robots.txt and site.webmanifest; the sitemap has the prefixed addresses
 * (product.md 10).
 */
export function mountSiteFiles(app: ApiApp, deps: SiteFileDeps): void {
  mountWebManifest(app, () => deps.festival.content());
  app.get('/sitemap.xml', async (c) => {
    const { concerts, changedAt } = await deps.catalogue.current();
    const paths = [...pages, ...concerts.map(({ id }) => `/concerts/${id}`)];
    const entries = paths.flatMap((path) => entriesOf(path, deps.publicUrl(), changedAt));
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

/** Mounts the manifest, made of the festival's data in the language of the request. */
export function mountWebManifest(
  app: ApiApp,
  festival: () => Parameters<typeof webManifest>[0],
): void {
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
  { name, shortName, claim }: Pick<FestivalContent, 'name' | 'shortName' | 'claim'>,
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
    theme_color: colours.sky,
    background_color: colours.paper,
    icons: [
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      // the mark keeps to the safe zone
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}

function entriesOf(path: string, origin: string, changedAt: Date): string[] {
  const alternates = [
    `<xhtml:link rel="alternate" hreflang="de" href="${origin}/de${path}"/>`,
    `<xhtml:link rel="alternate" hreflang="en" href="${origin}/en${path}"/>`,
    `<xhtml:link rel="alternate" hreflang="x-default" href="${origin}${path === '' ? '/' : path}"/>`,
  ].join('');
  const day = changedAt.toISOString().slice(0, 10);
  return ['de', 'en'].map(
    (language) =>
      `<url><loc>${origin}/${language}${path}</loc><lastmod>${day}</lastmod>${alternates}</url>`,
  );
}
