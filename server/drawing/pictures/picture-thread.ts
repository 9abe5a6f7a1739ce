import { brotliCompressSync, gzipSync } from 'node:zlib';
import { drawPicture } from './draw-picture.ts';
import type { StoredPicture } from './picture-files.ts';
import type { PicturePlan } from './plan-pictures.ts';

/** Draws and compresses a picture. Runs on the threads of draw-in-threads.ts. */
export default async function drawAndCompress(plan: PicturePlan): Promise<StoredPicture> {
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
