import { describe, expect, it } from 'vitest';
import { nextPath, withNext } from './account-screen.tsx';
import { findVerificationTarget } from './email-verification-page.tsx';

describe('the page after the login', () => {
  const search = (next: string) => new URLSearchParams({ next });

  it('leads to a path of this site only', () => {
    expect(nextPath(search('/ticketshop/checkout?a=b'))).toBe('/ticketshop/checkout?a=b');
    expect(nextPath(new URLSearchParams())).toBe('/user');
    const foreign = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'user',
      '/\t/evil',
    ];
    for (const next of foreign) expect(nextPath(search(next)), next).toBe('/user');
  });

  it('preserves the next path', () => {
    expect(withNext('/auth/login?forgot=yes', search('/ticketshop'))).toBe(
      '/auth/login?forgot=yes&next=%2Fticketshop',
    );
    expect(withNext('/auth/register', new URLSearchParams())).toBe('/auth/register');
  });
});

describe('a verification link', () => {
  const origins = ['https://fest.example'];
  const ours = 'https://fest.example/api/email/verify/12/abc';

  it('takes a url of this API that verifies', () => {
    const target = { id: '12', token: 'abc' };
    expect(findVerificationTarget(ours, origins)).toEqual(target);
    expect(findVerificationTarget('/api/email/verify/12/abc', origins)).toEqual(target);
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
    ['a broken escape', 'https://fest.example/api/email/verify/12/%E0'],
  ])('refuses %s', (_what, given) => {
    expect(findVerificationTarget(given, origins)).toBeNull();
  });

  it('follows the API to an origin of its own', () => {
    const elsewhere = ['https://api.example'];
    expect(findVerificationTarget(ours, elsewhere)).toBeNull();
    const there = 'https://api.example/api/email/verify/12/abc';
    expect(findVerificationTarget(there, elsewhere)).toEqual({ id: '12', token: 'abc' });
  });
});
