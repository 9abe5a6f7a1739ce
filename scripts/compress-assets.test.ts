import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressAssets } from './compress-assets.ts';

test('text gets compressed siblings; pictures and small files do not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = 'console.log("Tickets");\n'.repeat(100);
  await writeFile(path.join(folder, 'shop.js'), script);
  await writeFile(path.join(folder, 'font.woff2'), script);
  await writeFile(path.join(folder, 'small.css'), 'a{}');
  await compressAssets(folder);
  expect((await readdir(folder)).toSorted()).toEqual([
    'font.woff2',
    'shop.js',
    'shop.js.br',
    'shop.js.gz',
    'small.css',
  ]);
  const read = (name: string) => readFile(path.join(folder, name));
  expect(brotliDecompressSync(await read('shop.js.br')).toString()).toBe(script);
  expect(gunzipSync(await read('shop.js.gz')).toString()).toBe(script);
});
