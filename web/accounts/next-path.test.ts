import { expect, it } from 'vitest';
import { nextPath, withNext } from './next-path.ts';

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
