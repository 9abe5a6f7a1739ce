import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const pageOf = (text: string) => async () => ({
  status: 200,
  headers: { etag: `"${text}"` },
  body: Buffer.from(text),
});

test('newer data that does not show leaves the compressed page as it is, a changed page is compressed again', async () => {
  const cache = createPageCache(0);
  const first = await cache.make('home', '1', pageOf('first'));
  const small = first.brotli;
  expect(brotliDecompressSync(small ?? '').toString()).toBe('first');

  const kept = await cache.make('home', '2', pageOf('first'));
  expect(kept.brotli).toBe(small);

  const changed = await cache.make('home', '3', pageOf('second'));
  expect(brotliDecompressSync(changed.brotli ?? '').toString()).toBe('second');
});

test('a page that was just made is given from memory', async () => {
  const cache = createPageCache(60_000);
  const made = await cache.make('home', '1', pageOf('first'));
  expect(cache.find('home', '1')).toBe(made);
});
