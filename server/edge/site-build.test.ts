import { expect, test } from 'vitest';
import { loadSite } from './site-build.ts';

const site = await loadSite();

test.each([
  ['/en/about', '/EN/about'],
  ['/concerts/1', '/Concerts/1'],
  ['/verify-email', '/Verify-email'],
  ['/newsletter-preferences/abc', '/NEWSLETTER-PREFERENCES/abc'],
  ['/ticketshop/order-confirmation', '/TICKETSHOP/order-confirmation'],
  ['/user/profile', '/user/Profile'],
])('%s is a page, and %s, which would lack its headers, is not', (path, inAnotherCase) => {
  expect(site.hasPage(path)).toBe(true);
  expect(site.hasPage(inAnotherCase)).toBe(false);
});

test('a form is accepted at the address of its page only', () => {
  expect(site.hasAction('/ticketshop/payment')).toBe(true);
  expect(site.hasAction('/Ticketshop/Payment')).toBe(false);
});
