import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../platform/lower-priority.ts';
import { compressPicture } from './compress-picture.ts';
import { drawPicture } from './draw-picture.ts';
import type { PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** Draws and compresses pictures away from the event loop; one message in, one out. */
export async function drawAndCompress(plan: PicturePlan): Promise<StoredPicture> {
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

lowerPriority();
parentPort?.on('message', (plan: PicturePlan) => {
  drawAndCompress(plan).then(
    (picture) => parentPort?.postMessage({ picture }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
