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
  const first = await cache.findOrCreate('home', '1', pageOf('first'));
  const small = first.brotli;
  expect(brotliDecompressSync(small ?? '').toString()).toBe('first');

  const second = await cache.findOrCreate('home', '2', pageOf('first'));
  expect(second.brotli).toBe(small);

  const changed = await cache.findOrCreate('home', '3', pageOf('second'));
  expect(brotliDecompressSync(changed.brotli ?? '').toString()).toBe('second');
});

test('a page that was just rendered comes from the cache', async () => {
  const cache = createPageCache(60_000);
  const made = await cache.findOrCreate('home', '1', pageOf('first'));
  expect(cache.find('home', '1')).toBe(made);
});

test('above its limit of bytes the cache drops the pages rendered longest ago, and no others', async () => {
  const cache = createPageCache(0, 10 * 3_100);
  const page = pageOf('x'.repeat(1_000));
  await cache.findOrCreate('home', '1', page);
  for (let n = 0; n < 9; n++) await cache.findOrCreate(`invented ${n}`, '1', page);
  await cache.findOrCreate('home', '2', page);
  for (let n = 9; n < 18; n++) await cache.findOrCreate(`invented ${n}`, '1', page);
  expect(cache.find('home', '2')).not.toBeNull();
  const kept = (n: number) => cache.find(`invented ${n}`, '1') !== null;
  const invented = Array.from({ length: 18 }, (_, n) => kept(n));
  expect(invented).toEqual(Array.from({ length: 18 }, (_, n) => n >= 9));
});

test('a page larger than the whole cache is rendered but not stored', async () => {
  const cache = createPageCache(60_000, 3_000);
  expect((await cache.findOrCreate('big', '1', pageOf('x'.repeat(2_000)))).bytes).toHaveLength(
    2_000,
  );
  expect(cache.find('big', '1')).toBeNull();
});
