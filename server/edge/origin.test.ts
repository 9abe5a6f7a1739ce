import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { SecurityFields } from '../platform/security/security-events.ts';
import { requireSameOrigin } from './origin.ts';

const OWN = 'https://festival.example';
const passes = (headers: IncomingMessage['headers'], url = '/contact') => {
  const request = { url, headers: { host: 'festival.example', ...headers } } as IncomingMessage;
  try {
    requireSameOrigin(request, OWN);
    return true;
  } catch {
    return false;
  }
};

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

test('a refused post is reported with its path, without query and keys', () => {
  const reported: (SecurityFields | undefined)[] = [];
  const request = {
    url: `/cart/${crypto.randomUUID()}/pay?name=Wieck`,
    headers: { origin: 'https://evil.example' },
  } as IncomingMessage;
  const refuse = () =>
    requireSameOrigin(request, OWN, (_event, fields) => void reported.push(fields));
  expect(refuse).toThrow('foreign_origin');
  expect(reported).toEqual([{ path: '/cart/…/pay' }]);
});
