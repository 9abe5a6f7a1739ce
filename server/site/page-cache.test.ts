import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const pageOf = (text: string) => async () => ({
  status: 200,
  headers: { etag: `"${text}"` },
  body: Buffer.from(text),
});

test('newer data that changes nothing visible keeps the compressed page; a changed page is compressed again', async () => {
  const cache = createPageCache(0);
  const first = await cache.create('home', '1', pageOf('first'));
  const small = first.brotli;
  expect(brotliDecompressSync(small ?? '').toString()).toBe('first');

  const second = await cache.create('home', '2', pageOf('first'));
  expect(second.brotli).toBe(small);

  const changed = await cache.create('home', '3', pageOf('second'));
  expect(brotliDecompressSync(changed.brotli ?? '').toString()).toBe('second');
});

test('a page that was just rendered comes from the cache', async () => {
  const cache = createPageCache(60_000);
  const made = await cache.create('home', '1', pageOf('first'));
  expect(cache.find('home', '1')).toBe(made);
});
