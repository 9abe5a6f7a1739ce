import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Pictures and fonts are compressed already. */
const compressible = /\.(?:css|html|ico|js|json|map|svg|txt|wasm|webmanifest|xml)$/;
/** In bytes: a response below this fits into one packet anyway. */
const MIN_COMPRESS_BYTES = 1024;
/** Brotli's highest level takes six seconds for the door's scanner of 0.9 MB, which few devices load, once. */
const MAX_SLOW_BYTES = 500_000;

/** Writes `x.js.br` and `x.js.gz` beside `x.js`, at high levels: compressed once, sent often. */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  // Node's own threads do the work; all at once keeps every one of them busy.
  await Promise.all(files.map(compress));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESS_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]:
      content.length > MAX_SLOW_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}
