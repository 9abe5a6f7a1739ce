import { availableParallelism } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createThreadPool, type ThreadPool } from '../../platform/process/thread-pool.ts';
import type { PicturePlan } from './plan-pictures.ts';
import type { DrawnPicture } from './draw-picture.ts';

/** A picture ready to serve, plain and compressed. */
export interface StoredPicture {
  file: string;
  light: string;
  summits: DrawnPicture['summits'];
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

/** Draws pictures on threads of their own. */
export type PictureThreads = ThreadPool<PicturePlan, StoredPicture>;

/** Creates them; none runs before the first picture. */
export function createPictureThreads(): PictureThreads {
  const threads = createThreadPool<PicturePlan, StoredPicture>(new URL(import.meta.url), {
    maxThreads: availableParallelism(),
  });
  return { ...threads, run: async (plan) => toBuffers(await threads.run(plan)) };
}

/** Draws all pictures and passes each to `onReady` when it is finished. */
export async function drawInThreads(
  plans: PicturePlan[],
  onReady: (picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const threads = createPictureThreads();
  const draw = async (plan: PicturePlan): Promise<void> => {
    const picture = await threads.run(plan).catch((cause: unknown) => {
      throw new Error(`Could not draw ${plan.file}`, { cause });
    });
    await onReady(picture);
  };
  try {
    await Promise.all(plans.map(draw));
  } finally {
    await threads.stop();
  }
}

/** Threads return Uint8Arrays. */
function toBuffers(picture: StoredPicture): StoredPicture {
  const buffer = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes));
  return {
    ...picture,
    bytes: Buffer.from(picture.bytes),
    brotli: buffer(picture.brotli),
    gzip: buffer(picture.gzip),
  };
}

/** Runs on a thread. Only there is the drawing code loaded. */
export default async function drawAndCompress(plan: PicturePlan): Promise<StoredPicture> {
  const { drawPicture } = await import('./draw-picture.ts');
  const drawn = await drawPicture(plan);
  const isText = plan.file.endsWith('.svg');
  const compressed = isText ? compressPicture(drawn.bytes) : { brotli: null, gzip: null };
  return {
    file: plan.file,
    light: drawn.light,
    summits: drawn.summits,
    bytes: drawn.bytes,
    ...compressed,
  };
}

/** Compresses a drawing as hard as possible (Brotli's default), because it is served for years. */
function compressPicture(svg: Buffer): { brotli: Buffer; gzip: Buffer } {
  return { brotli: brotliCompressSync(svg), gzip: gzipSync(svg, { level: 9 }) };
}
