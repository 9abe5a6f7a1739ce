import { expect, test } from 'vitest';
import { isDatabaseUrl, listServerUrls, mayBeReadOnly } from './open-pool.ts';

test.each([
  ['postgres://app:a%2Cb@db:5432/shop', ['postgres://app:a%2Cb@db:5432/shop']],
  [
    'postgres://app:hush@a:5432,b:5433/shop?sslmode=verify-full',
    [
      'postgres://app:hush@a:5432/shop?sslmode=verify-full',
      'postgres://app:hush@b:5433/shop?sslmode=verify-full',
    ],
  ],
  ['postgresql://a,[::1]:1/shop', ['postgresql://a/shop', 'postgresql://[::1]:1/shop']],
  ['postgres:///shop?host=/run/postgresql', ['postgres:///shop?host=/run/postgresql']],
  ['postgres://app@a/shop?options=-c%20a=1,2', ['postgres://app@a/shop?options=-c%20a=1,2']],
])('%s names the servers %j', (url, servers) => {
  expect(listServerUrls(url)).toEqual(servers);
  expect(isDatabaseUrl(url)).toBe(true);
  expect(mayBeReadOnly(url)).toBe(false);
});

test.each([
  'postgres://a:5432,b:port/shop',
  'postgres://a,/shop',
  'postgres://a,,b/shop',
  'mysql://a,b/shop',
  'postgres://a,b/shop?target_session_attrs=standby',
  'a:5432,b:5432',
])('%s is no address of a database', (url) => expect(isDatabaseUrl(url)).toBe(false));

test('target_session_attrs may ask for writing, which is the default, or for any server', () => {
  expect(isDatabaseUrl('postgres://a,b/shop?target_session_attrs=read-write')).toBe(true);
  expect(isDatabaseUrl('postgres://a,b/shop?target_session_attrs=primary')).toBe(true);
  expect(mayBeReadOnly('postgres://a,b/shop?target_session_attrs=primary')).toBe(false);
  expect(mayBeReadOnly('postgres://a,b/shop?sslmode=disable&target_session_attrs=any')).toBe(true);
});
