import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A drawing as it goes over the wire: compressed once, as hard as can be (Brotli's default), served for ever. */
export function compressPicture(svg: Buffer): { brotli: Buffer; gzip: Buffer } {
  return { brotli: brotliCompressSync(svg), gzip: gzipSync(svg, { level: 9 }) };
}
