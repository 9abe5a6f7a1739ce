import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setApiOrigin } from '../platform/api.ts';
import { verificationUrl } from './verification-url.ts';

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://fest.example' } }));
afterEach(() => {
  setApiOrigin('');
  vi.unstubAllGlobals();
});

const ours = 'https://fest.example/api/email/verify/12/abc';

it('takes a url of this API that verifies', () => {
  expect(verificationUrl(ours)).toBe(ours);
  expect(verificationUrl('/api/email/verify/12/abc')).toBe('/api/email/verify/12/abc');
});

it.each([
  ['none', null],
  ['an empty one', ''],
  ['one of another site', 'https://evil.example/api/email/verify/12/abc'],
  ['one that only looks like ours', 'https://fest.example.evil.example/api/email/verify/12/abc'],
  ['another port', 'https://fest.example:8443/api/email/verify/12/abc'],
  ['another call of ours', 'https://fest.example/api/email/verification-notification'],
  ['a way out of the path', 'https://fest.example/api/email/verify/../../../me'],
  ['a script', 'javascript:alert(1)'],
  ['nonsense', 'http://['],
])('refuses %s', (_what, given) => {
  expect(verificationUrl(given)).toBeNull();
});

it('follows the API to an origin of its own', () => {
  setApiOrigin('https://api.example');
  expect(verificationUrl(ours)).toBeNull();
  const there = 'https://api.example/api/email/verify/12/abc';
  expect(verificationUrl(there)).toBe(there);
});
