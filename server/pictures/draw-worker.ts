import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lowerPriority } from '../platform/lower-priority.ts';
import { drawPicture } from './draw-picture.ts';
import type { PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** Draws and compresses pictures away from the event loop; one message in, one out. */
export async function drawAndCompress(plan: PicturePlan): Promise<StoredPicture> {
  const drawn = await drawPicture(plan);
  const isText = plan.file.endsWith('.svg');
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  return {
    file: plan.file,
    light: drawn.light,
    summits: drawn.summits,
    bytes: drawn.bytes,
    brotli: isText ? brotliCompressSync(drawn.bytes, quality) : null,
    gzip: isText ? gzipSync(drawn.bytes, { level: 9 }) : null,
  };
}

lowerPriority();
parentPort?.on('message', (plan: PicturePlan) => {
  drawAndCompress(plan).then(
    (picture) => parentPort?.postMessage({ picture }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
