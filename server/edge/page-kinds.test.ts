import { expect, test } from 'vitest';
import { cacheableQuery, languageOfReferrer } from './page-kinds.ts';

const host = 'festival.example';
const from = (path: string) => ({ host, referer: `https://${host}${path}` });

test('a reader of English stays in English where the path names no language', () => {
  expect(languageOfReferrer('/ticketshop', from('/en/concerts/3'))).toBe('en');
  expect(languageOfReferrer('/ticketshop', from('/en'))).toBe('en');
  expect(languageOfReferrer('/auth/login', from('/de/about?x=1'))).toBe('de');
});

test.each([
  ['/ticketshop', from('/concerts/3')],
  ['/ticketshop', from('/english')],
  ['/de/concerts/3', from('/en/concerts/3')],
  ['/ticketshop', { host, referer: 'https://elsewhere.example/en/' }],
  ['/ticketshop', { host, referer: 'nonsense' }],
  ['/ticketshop', { host }],
  ['/ticketshop', { ...from('/en/'), cookie: 'language=de' }],
])('%s of %j keeps its language', (path, headers) => {
  expect(languageOfReferrer(path, headers)).toBeNull();
});

test.each([
  ['/concerts/all', '?venue=barn&show=free', '?show=free&venue=barn'],
  ['/en/concerts/all/', '?show=available&utm=x', '?show=available'],
  ['/concerts/all', '?show=all', ''],
  ['/concerts/all', '?show=s1&venue=v1', ''],
  ['/en/concerts/16', '?show=free&venue=barn', ''],
  ['/', '?show=free', ''],
])('of %s%s the cache keeps %j', (pathname, query, kept) => {
  const hasVenue = (slug: string) => slug === 'barn';
  expect(cacheableQuery(pathname, new URLSearchParams(query), hasVenue)).toBe(kept);
});
