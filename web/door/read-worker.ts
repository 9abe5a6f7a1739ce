// Reads codes in pictures where the browser cannot: beside the page, which never waits for it.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  const read = async () => {
    const [found] = await readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    postMessage(found?.text ?? '');
  };
  void read().catch(() => postMessage(''));
});
