// Reads codes in pictures where the browser cannot: beside the page, which never waits for it.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const options: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: 1,
  // our codes are dark on light, and a QR code is found in any position
  tryInvert: false,
  tryRotate: false,
};
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

addEventListener('message', ({ data: picture }: MessageEvent<ImageBitmap>) => {
  const read = async () => {
    const { width, height } = picture;
    Object.assign(canvas, { width, height });
    context?.drawImage(picture, 0, 0);
    picture.close();
    const pixels = context?.getImageData(0, 0, width, height);
    const [found] = pixels ? await readBarcodes(pixels, options) : [];
    postMessage(found?.text ?? '');
  };
  void read().catch(() => postMessage(''));
});
