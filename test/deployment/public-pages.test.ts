// A public page is the same page for every part of the program: its head, its language links, the caches.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import routes from '../../web/routes.ts';
import { openDemoShop } from '../open-demo-shop.ts';

const shop = await openDemoShop();

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path: own, index, children }) =>
    own === undefined && index !== true ? pathsOf(children ?? []) : [`/${own ?? ''}`],
  );
const paths = pathsOf(routes).filter((each) => !each.endsWith('*'));
const isLocalized = (each: string) => /^\/(?:de|en)(?:\/|$)/.test(each);
const publicPaths = pathsOf(routes)
  .filter((each) => /^\/de(?:\/|$)/.test(each) && !each.endsWith('*'))
  .map((each) => each.slice('/de'.length));
const privatePaths = paths.filter(
  (each) => !isLocalized(each) && !publicPaths.includes(each.replace(/^\/$/, '')),
);
const addressOf = (each: string) => each.replace(':concertId', '7').replace(':token', 'x');

async function read(address: string) {
  const headers = { accept: 'text/html', 'accept-language': 'en' };
  const response = await fetch(shop.url + address, { headers, redirect: 'manual' });
  const text = await response.text();
  const head = text.match(
    /<(?:title|link rel="(?:canonical|alternate)"|meta (?:name|property))[^>]*>/g,
  );
  const kept = ['cache-control', 'vary', 'etag', 'x-robots-tag', 'referrer-policy'];
  return {
    status: response.status,
    head,
    headers: Object.fromEntries(
      kept.map((name) => [
        name,
        name === 'etag' ? response.headers.has(name) : response.headers.get(name),
      ]),
    ),
    // the frame's links keep the language, too
    links: [...text.matchAll(/href="(\/[^"#]*)"/g)]
      .map(([, href]) => href)
      .filter((href) => !href?.startsWith('/assets/')),
    hasLateScripts: !text.includes('type="module" async'),
  };
}

test('every page of the site is walked', () => {
  expect(publicPaths).toContain('/concerts/:concertId');
  expect(publicPaths.length).toBeGreaterThan(8);
  expect(privatePaths).toContain('/ticketshop');
});

describe.each(publicPaths)('the public page %s', (each) => {
  const address = addressOf(each);
  test.each(['', '/de', '/en'])(
    'is the same with a slash at its end, under "%s"',
    async (prefix) => {
      const plain = await read(prefix + address || '/');
      expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', etag: true });
      const isMissing = each === '/not-found';
      expect(plain.status).toBe(isMissing ? 404 : 200);
      const language = prefix === '/de' ? 'de' : 'en';
      const canonical = plain.head?.find((tag) => tag.includes('canonical'));
      if (!isMissing) expect(canonical).toMatch(new RegExp(`/${language}${address}"`));
      if (prefix + address !== '') expect(await read(`${prefix}${address}/`)).toEqual(plain);
    },
  );
});

test.each(privatePaths)("%s is nobody else's page, with a slash at its end, too", async (each) => {
  for (const address of [addressOf(each), `${addressOf(each)}/`]) {
    const { head, headers } = await read(address);
    expect(headers['cache-control'], address).toBe('no-store');
    expect(head?.join() ?? '', address).not.toContain('canonical');
  }
});

test('nginx caches the public pages with a language, and nothing else', () => {
  const file = path.join(import.meta.dirname, '../../deploy/nginx/shop.conf');
  const [, pattern = ''] = /location ~ "(\^[^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
  const isCached = (address: string) => new RegExp(pattern).test(address);
  for (const each of publicPaths.map(addressOf)) {
    for (const language of ['/de', '/en']) {
      expect([language + each, isCached(language + each)]).toEqual([language + each, true]);
      expect(isCached(`${language}${each}/`), `${language}${each}/`).toBe(true);
      expect(isCached(`${language}${each}.data`), `${language}${each}.data`).toBe(false);
    }
    expect(isCached(each), each).toBe(false);
  }
  for (const each of privatePaths) expect(isCached(`/de${addressOf(each)}`), each).toBe(false);
});

test.each(['/_.data', '/en/about.data', '/en/about/_.data', '/concerts/7.data'])(
  'the data of a public page is as shared as the page: %s',
  async (address) => {
    const { headers } = await fetch(shop.url + address);
    expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['no-cache', true]);
  },
);
