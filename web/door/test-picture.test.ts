import { readFile } from 'node:fs/promises';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drawTestPicture, TEST_TEXT } from './test-picture.ts';

test('the test picture is a code that a reader can read', async () => {
  vi.stubGlobal('ImageData', Picture);
  onTestFinished(() => void vi.unstubAllGlobals());
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });
  const [found] = await readBarcodes(drawTestPicture(), { formats: ['QRCode'] });
  expect(found?.text).toBe(TEST_TEXT);
});

/** Node has no pictures. */
class Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
