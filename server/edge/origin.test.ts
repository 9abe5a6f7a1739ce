import { HonoRequest } from 'hono/request';
import { expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import type { SecurityFields } from '../platform/security/security-events.ts';
import { createEdge } from './app.ts';
import { isForeign, type Area } from './request.ts';

const OWN = 'https://festival.example';
const ALLOWED = 'https://partner.example';

function passes(headers: Record<string, string>, url = '/contact', area: Area = 'page'): boolean {
  const init = { method: 'POST', headers: { host: 'festival.example', ...headers } };
  const request = new HonoRequest(new Request(OWN + url, init), new URL(url, OWN).pathname);
  const env = { defaultLanguage: 'de' as const, siteOrigins: [ALLOWED] };
  return !isForeign({ env, publicUrl: () => OWN }, area, request);
}

test.each([
  // browsers send where a form comes from
  [{ 'sec-fetch-site': 'same-origin', origin: OWN }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://shop.festival.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: OWN }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  // older ones send its origin
  [{ origin: OWN }, true],
  [{ origin: 'https://localhost:3000', host: 'localhost:3000' }, true],
  // on an https site, http is another origin
  [{ origin: 'http://festival.example' }, false],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'festival.example' }, false],
  // no browser writes a path behind an origin
  [{ origin: `${OWN}/cart` }, false],
  // a client other than a browser
  [{}, true],
])('a post with %j passes: %s', (headers, expected) => {
  expect(passes(headers)).toBe(expected);
});

test.each([
  ['/verify-email?url=x', true],
  ['/auth/reset-password.data?token=x', true],
  ['/newsletter-preferences/secret/unsubscribe', true],
  ['/language', true],
  ['/verify-emailX', false],
  ['/ticketshop/order-confirmations', false],
  ['/contact', false],
])('a form without a referrer may go to %s: %s', (url, expected) => {
  expect(passes({ origin: 'null' }, url)).toBe(expected);
  expect(passes({ origin: 'null', 'sec-fetch-site': 'cross-site' }, url)).toBe(false);
  expect(passes({ origin: 'https://evil.example' }, url)).toBe(false);
});

test.each<[Record<string, string>, api: boolean, office: boolean]>([
  [{ origin: OWN }, true, true],
  [{ origin: OWN, 'sec-fetch-site': 'cross-site' }, true, true],
  [{ origin: 'https://localhost:3000', host: 'localhost:3000' }, true, true],
  [{ origin: ALLOWED }, true, false],
  [{ origin: 'https://evil.example' }, false, false],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false, false],
  [{ 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'cross-site' }, true, false],
  [{}, true, false],
])('a post with %j passes to the API: %s, to the office: %s', (headers, api, office) => {
  expect([passes(headers, '/cart', 'api'), passes(headers, '/office', 'office')]).toEqual([
    api,
    office,
  ]);
});

test('a refused post is reported with its path, without query and keys', async () => {
  const reported: (SecurityFields | undefined)[] = [];
  const app = createEdge({
    env: { defaultLanguage: 'de', siteOrigins: [] },
    log: testLog,
    publicUrl: () => OWN,
    addressOf: (peer) => peer,
    report: (_event, fields) => void reported.push(fields),
  });
  const response = await app.request(`/cart/${crypto.randomUUID()}/pay?name=Wieck`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  });
  expect(response.status).toBe(403);
  expect(reported).toEqual([{ path: '/cart/…/pay' }]);
});
