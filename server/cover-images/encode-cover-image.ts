import { createHash } from 'node:crypto';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { createThreadPool } from '../platform/process/thread-pool.ts';
import { widthsOf } from './cover-image-urls.ts';

/** A cover image in all widths and formats that pages offer (office.md 5.2). */
export interface EncodedImage {
  /** By what was uploaded: the same photograph is stored once. */
  name: string;
  /** Of the widest file. */
  width: number;
  height: number;
  /** `<name>-960.avif` and its bytes. */
  files: { file: string; bytes: Uint8Array }[];
}

/** Why an upload is refused: it is none of the photographs that we take, or too narrow. */
export type ImageFault = 'no-photograph' | 'too-small';

export const MAX_UPLOAD_BYTES = 15_000_000;
const MAX_PIXELS = 60_000_000;
const MIN_WIDTH_PX = 1200;
const MAX_WIDTH_PX = 1920;
const MAX_ENCODE_SECONDS = 60;

/** One at a time, which takes some 300 MB at most; a few wait. */
const limit = createConcurrencyLimiter(1, 4);

/** Decodes an upload on a thread of its own, and encodes it again: nothing of the file is kept but its pixels. */
export function encodeCoverImage(bytes: Uint8Array): Promise<EncodedImage | ImageFault> {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return Promise.resolve('no-photograph');
  return limit(async () => {
    const threads = createThreadPool<Uint8Array, EncodedImage | ImageFault>(
      new URL(import.meta.url),
      { maxThreads: 1 },
    );
    try {
      return await threads.run(bytes);
    } finally {
      await threads.stop();
    }
  });
}

/** JPEG, PNG, WebP and AVIF begin with these bytes; a dot stands for any. */
const signatures = [
  'ffd8ff',
  '89504e470d0a1a0a',
  '52494646........57454250',
  '........66747970',
].map((bytes) => new RegExp(`^${bytes}`));

/** Runs on a thread. Only there is the decoder loaded, and of its formats only those four. */
export default async function decodeAndEncode(
  bytes: Uint8Array,
): Promise<EncodedImage | ImageFault> {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  if (!signatures.some((signature) => signature.test(head))) return 'no-photograph';
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .timeout({ seconds: MAX_ENCODE_SECONDS });
  try {
    const { pages = 1, compression = 'av1', autoOrient } = await open().metadata();
    if (pages > 1 || compression !== 'av1') return 'no-photograph';
    if (autoOrient.width * autoOrient.height > MAX_PIXELS) return 'no-photograph';
    if (autoOrient.width < MIN_WIDTH_PX) return 'too-small';
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const widest = Math.min(autoOrient.width, MAX_WIDTH_PX);
    const { data, info } = await open()
      .resize({ width: widest })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const files: EncodedImage['files'] = [];
    for (const each of widthsOf(width)) {
      const resized = () =>
        sharp(data, { raw: { width, height, channels } }).resize({ width: each });
      const avif = await resized().avif({ quality: 55, effort: 3 }).toBuffer();
      const jpeg = await resized().jpeg({ quality: 80, progressive: true }).toBuffer();
      files.push({ file: `${name}-${each}.avif`, bytes: avif });
      files.push({ file: `${name}-${each}.jpg`, bytes: jpeg });
    }
    return { name, width, height, files };
  } catch {
    // it cannot be decoded to its end, or only beyond the limits
    return 'no-photograph';
  }
}
