import type { APIRequestContext, APIResponse } from '@playwright/test';
import { OTHERS } from './support/concerts.ts';
import { registerAccount, signIn } from './support/accounts.ts';
import { concertPaths, privatePaths, publicPaths } from './support/pages.ts';
import { preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

// The first response, without any script; in one width only, because it is the same in all.

const NAME = 'Musiksommer Marienfirn';
const html = { accept: 'text/html', 'accept-language': 'de' };

const get = (request: APIRequestContext, path: string, headers: Record<string, string> = html) =>
  request.get(path, { headers, maxRedirects: 0 });

const attribute = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
const titleOf = (text: string) => attribute(text, /<title>([^<]*)<\/title>/);
const languageOf = (text: string) => attribute(text, /^<!DOCTYPE html><html lang="(\w+)"/i);

/** The blocks of schema.org data of a page. */
function structuredData(text: string): Record<string, unknown>[] {
  const blocks = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json]) => JSON.parse(json ?? '') as Record<string, unknown>);
}

test.describe('the first response', { tag: '@desk' }, () => {
  test('of public pages: language, title, description, other languages, sharing', async ({
    request,
  }) => {
    const paths = [...publicPaths, ...(await concertPaths(request))];
    const titles = new Set<string>();
    for (const path of paths) {
      for (const language of ['de', 'en'] as const) {
        const place = `/${language}${path === '/' ? '' : path}`;
        const text = await (await get(request, place)).text();
        expect(languageOf(text), place).toBe(language);
        const title = titleOf(text) ?? '';
        if (path === '/') expect(title).toBe(NAME);
        else expect(title, place).toMatch(new RegExp(`^.+ – ${NAME}$`));
        titles.add(`${language} ${title}`);
        expect(
          attribute(text, /<meta name="description" content="([^"]{20,})"/),
          place,
        ).toBeTruthy();
        const origin = attribute(text, /<link rel="canonical" href="(https?:\/\/[^/"]+)/) ?? '';
        expect(text, place).toContain(`<link rel="canonical" href="${origin}${place}"`);
        for (const [tag, alternate] of [
          ['de', `/de${path === '/' ? '' : path}`],
          ['en', `/en${path === '/' ? '' : path}`],
          ['x-default', path],
        ]) {
          expect(text, place).toMatch(
            new RegExp(`<link rel="alternate" hrefLang="${tag}" href="${origin}${alternate}"`, 'i'),
          );
        }
        expect(text, place).toContain(
          `og:locale" content="${language === 'de' ? 'de_DE' : 'en_GB'}"`,
        );
        expect(text, place).not.toContain('noindex');
        expect(text.match(/<h1[ >]/g), place).toHaveLength(1);
      }
    }
    expect(titles.size).toBe(2 * paths.length);
  });

  test('of every page weighs at most 25 kB as it is sent', async ({ request }) => {
    const { data } = (await (await request.get('/concert')).json()) as { data: { id: number }[] };
    const concerts = data.map(({ id }) => `/concerts/${id}`);
    for (const path of [...publicPaths, ...concerts, ...privatePaths]) {
      const response = await get(request, path, { ...html, 'accept-encoding': 'br' });
      const { 'content-length': sent, 'content-encoding': encoding } = response.headers();
      const weight = encoding === 'br' ? Number(sent) : (await response.body()).byteLength;
      expect(weight, path).toBeLessThan(25_000);
    }
  });

  test('without a prefix: canonical is the page with a prefix, which names all three', async ({
    request,
  }) => {
    for (const path of publicPaths) {
      const text = await (await get(request, path, { 'accept-language': 'en' })).text();
      const alternates = [...text.matchAll(/<link rel="alternate" hrefLang="([^"]+)"/gi)];
      expect(text, path).toMatch(
        new RegExp(`<link rel="canonical" href="[^"]+/en${path === '/' ? '' : path}"`),
      );
      expect(
        alternates.map(([, tag]) => tag),
        path,
      ).toEqual(['de', 'en']);
    }
  });

  test("without a prefix: the visitor's choice, then the requested language", async ({
    request,
  }) => {
    const cases = [
      ['de-AT,en;q=0.5', undefined, 'de'],
      ['de-LI', undefined, 'de'],
      ['fr,de;q=0.9', undefined, 'en'],
      ['cs', undefined, 'en'],
      ['*', undefined, 'de'],
      ['en-US', 'de', 'de'],
      ['de', 'en', 'en'],
    ] as const;
    for (const [accepted, cookie, expected] of cases) {
      const response = await get(request, '/concerts/all', {
        accept: 'text/html',
        'accept-language': accepted,
        ...(cookie ? { cookie: `language=${cookie}` } : {}),
      });
      expect(languageOf(await response.text()), `${accepted} ${cookie}`).toBe(expected);
      expect(response.headers()['vary']).toContain('Accept-Language');
      expect(response.headers()['vary']).toContain('Cookie');
    }
  });

  test('of private pages: noindex, and no address for others', async ({ page, request }) => {
    const account = await registerAccount(request);
    await preparePayment(page, 'Fünf Winde', { account });
    await signIn(page, account);
    for (const path of privatePaths) {
      const isOfVisitor = /^\/(?:ticketshop|user)/.test(path);
      const response = await get(isOfVisitor ? page.request : request, path);
      expect(response.headers()['x-robots-tag'], path).toContain('noindex');
      const text = await response.text();
      expect(text, path).toContain('<meta name="robots" content="noindex"');
      expect(text, path).not.toContain('rel="canonical"');
      expect(titleOf(text), path).toMatch(new RegExp(` – ${NAME}$`));
      const hasToken = /token|newsletter|verify|reset|confirmation/.test(path);
      if (hasToken) expect(response.headers()['referrer-policy'], path).toBe('no-referrer');
    }
  });

  test('statuses and redirects', async ({ request }) => {
    const status = async (path: string) => (await get(request, path)).status();
    const target = async (path: string) => (await get(request, path)).headers()['location'];
    expect(await status('/not-found')).toBe(404);
    expect(await status('/de/not-found')).toBe(404);
    for (const path of ['/concerts/99999', '/en/concerts/99999', '/concerts/abc']) {
      const response = await get(request, path);
      expect(response.status(), path).toBe(404);
      expect(await response.text(), path).toContain('<meta name="robots" content="noindex"');
    }
    expect(await status('/nowhere')).toBe(302);
    expect(await target('/nowhere')).toBe('/');
    expect(await target('/de/nowhere/at-all')).toBe('/de');
    expect(await target('/auth')).toBe('/auth/login');
    expect(await status('/nowhere.png')).toBe(404);
    expect(await status('/ticketshop/order-confirmation')).toBe(400);
    expect(await status('/newsletter-preferences/x')).toBe(404);
  });

  test('of a concert: schema.org data, sharing picture, calendar', async ({ request }) => {
    const [onSale = '', soldOut = '', free = ''] = await concertPaths(request);
    const text = await (await get(request, `/de${onSale}`)).text();
    const event = structuredData(text).find((block) => block['@type'] === 'MusicEvent');
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Böhmen, weit fort',
      startDate: '2025-08-23T19:30:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      isAccessibleForFree: false,
      location: {
        '@type': 'Place',
        name: 'Tenne',
        address: { '@type': 'PostalAddress', addressCountry: 'DE' },
      },
      superEvent: { '@type': 'Festival', startDate: '2025-08-08', endDate: '2025-08-29' },
      organizer: { '@type': 'Organization' },
    });
    const works = event?.['workPerformed'] as { '@type': string; composer: { '@type': string } }[];
    expect(works.length).toBeGreaterThan(1);
    for (const work of works) {
      expect(work).toMatchObject({ '@type': 'MusicComposition', composer: { '@type': 'Person' } });
    }
    const offers = event?.['offers'] as Record<string, unknown>[];
    expect(offers).toHaveLength(3);
    expect(offers[0]).toMatchObject({
      '@type': 'Offer',
      price: 26,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    });
    expect(event?.['doorTime']).toBe('2025-08-23T19:00:00+02:00');
    expect(structuredData(text)[1]).toMatchObject({ '@type': 'BreadcrumbList' });
    const sharedTitle = attribute(text, /og:title" content="([^"]+)"/);
    expect(sharedTitle?.replaceAll('\u00A0', ' ')).toBe('Böhmen, weit fort – 23. August 2025');

    const picture = attribute(text, /og:image" content="([^"]+)"/) ?? '';
    const image = await request.get(picture);
    expect(image.headers()['content-type']).toMatch(/^image\/(png|jpeg|webp)/);
    const calendar = await request.get(`${onSale.replace('/concerts/', '/concert/')}/calendar.ics`);
    expect(calendar.headers()['content-type']).toContain('text/calendar');
    expect(await calendar.text()).toMatch(/BEGIN:VEVENT[^]*TZID=Europe\/Berlin[^]*END:VEVENT/);

    const eventOf = async (path: string) =>
      structuredData(await (await get(request, `/en${path}`)).text())[0];
    expect(await eventOf(soldOut)).toMatchObject({
      offers: [{ availability: 'https://schema.org/SoldOut' }, {}, {}],
    });
    expect(await eventOf(free)).toMatchObject({ isAccessibleForFree: true });
  });

  test(
    'of home and list: schema.org data; sitemap, robots, brochure',
    { tag: '@long' },
    async ({ request }) => {
      const home = structuredData(await (await get(request, '/de')).text());
      expect(home[0]).toMatchObject({ '@type': 'Festival', startDate: '2025-08-08' });
      const list = structuredData(await (await get(request, '/de/concerts/all')).text());
      expect(list[0]).toMatchObject({ '@type': 'ItemList' });
      const listed = list[0]?.['itemListElement'] as { name: string }[];
      expect(listed.filter(({ name }) => !OTHERS.test(name))).toHaveLength(16);

      const sitemap = await (await request.get('/sitemap.xml')).text();
      const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place ?? '');
      expect(places.length).toBeGreaterThan(2 * 20);
      for (const place of places) {
        expect(place).toMatch(/\/(de|en)(\/|$)/);
        expect(place).not.toMatch(/ticketshop|auth|user|newsletter|verify/);
      }
      const robots = await (await request.get('/robots.txt')).text();
      expect(robots).toContain('Disallow: /ticketshop');
      expect(robots).toContain('Sitemap: ');

      const text = await (await get(request, '/de/concerts/all')).text();
      const brochure: APIResponse = await request.get(
        attribute(text, /href="([^"]*brochure[^"]*\.pdf)"/) ?? '',
      );
      expect(brochure.headers()['content-type']).toBe('application/pdf');
      expect((await brochure.body()).subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

  test('legal pages are English where translated, and the German text is binding', async ({
    request,
  }) => {
    for (const path of ['/terms', '/privacy', '/accessibility']) {
      const text = await (await get(request, `/en${path}`)).text();
      expect(text, path).toMatch(/<div[^>]* lang="en"/);
      expect(text, path).toContain('The German text is binding.');
    }
    const imprint = await (await get(request, '/en/impressum')).text();
    expect(imprint).toMatch(/<div[^>]* lang="de"/);
  });
});
