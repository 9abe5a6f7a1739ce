import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

/** Of a page's length, and about as varied. */
const words = (seed: number) =>
  Array.from({ length: 16_000 }, (_, i) =>
    (Math.trunc(1e6 * Math.sin(seed + i * i)) % 300).toString(36),
  ).join(' ');

const pageOf = (text: string) => async () => ({
  status: 200,
  headers: { etag: `"${text.slice(0, 12)}"` },
  body: Buffer.from(text),
});

test('a page that lives is compressed once more, well; one that changes begins anew', async () => {
  const cache = createPageCache(0, 0);
  const first = words(1);
  const quick = (await cache.make('home', '1', pageOf(first))).brotli?.byteLength ?? 0;
  await vi.waitFor(() => expect(cache.find('home', '1')?.small).toBe(true));
  const small = cache.find('home', '1')?.brotli ?? Buffer.alloc(0);
  expect(small.byteLength).toBeLessThan(quick);
  expect(brotliDecompressSync(small).toString()).toBe(first);

  // newer data that does not show leaves it as it is
  const kept = await cache.make('home', '2', pageOf(first));
  expect(kept.brotli).toBe(small);

  const second = words(2);
  const changed = await cache.make('home', '3', pageOf(second));
  expect(changed.small).toBe(false);
  expect(brotliDecompressSync(changed.brotli ?? '').toString()).toBe(second);
});

test('one that was just made is not', async () => {
  const cache = createPageCache(0, 60_000);
  const made = await cache.make('home', '1', pageOf(words(1)));
  expect(cache.find('home', '1')).toBe(made);
});
