import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Every page is to be lighter than 25 kB as it is sent. */
const HEAVY = 24_900;

/** A page of so many bytes at most can get below 14 kB, which a connection sends in its first round trip. */
const SHORT = 60_000;

const settings = (page: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.byteLength,
  },
});

/** At once, for whoever waits: 1.2 ms for 90 kB; a page that would be heavy takes 2 more. */
export function brotliNow(page: Buffer): Buffer {
  const better = settings(page, 5);
  if (page.byteLength <= SHORT) return brotliCompressSync(page, better);
  const quick = brotliCompressSync(page, settings(page, 4));
  return quick.byteLength < HEAVY ? quick : brotliCompressSync(page, better);
}

const compress = promisify(brotliCompress);

/** A seventh smaller, in 50 ms beside the event loop: for a page that lives. */
export const brotliSmall = (page: Buffer): Promise<Buffer> => compress(page, settings(page, 10));

/** Few browsers still ask for it. */
export const gzipNow = (page: Buffer): Buffer => gzipSync(page, { level: 5 });
