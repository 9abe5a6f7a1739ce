import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeCoverImage, MAX_UPLOAD_BYTES } from './encode-cover-image.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } });

async function encode(bytes: Uint8Array) {
  const encoded = await encodeCoverImage(bytes);
  if (typeof encoded === 'string') throw new Error(encoded);
  return encoded;
}

test('a photograph has JPEG and AVIF in four widths, upright and without metadata', async () => {
  const upload = await plain(1500, 2400)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { name, width, height, files } = await encode(upload);
  expect([width, height]).toEqual([1920, 1200]);
  expect(files.map(({ file }) => file)).toEqual(
    [480, 960, 1440, 1920].flatMap((px) => [`${name}-${px}.avif`, `${name}-${px}.jpg`]),
  );
  for (const { file, bytes } of files) {
    const { format, exif, icc, orientation, ...found } = await sharp(bytes).metadata();
    const px = Number(/-(\d+)\./.exec(file)?.[1]);
    expect(found).toMatchObject({ width: px, height: Math.round((px * 1200) / 1920) });
    expect([exif, icc, orientation ?? 1]).toEqual([undefined, undefined, 1]);
    expect(format).toBe(file.endsWith('.jpg') ? 'jpeg' : 'heif');
  }
  expect((await encode(upload)).name).toBe(name);
});

test('a narrow photograph is not enlarged, and one that is too narrow is refused', async () => {
  const { width, files } = await encode(await plain(1200, 800).webp().toBuffer());
  expect([width, files.length]).toEqual([1200, 6]);
  expect(await encodeCoverImage(await plain(1199, 800).png().toBuffer())).toBe('too-small');
});

test('AVIF and PNG are accepted', async () => {
  for (const upload of [plain(1300, 900).avif({ effort: 0 }), plain(1300, 900).png()]) {
    expect(await encode(await upload.toBuffer())).toMatchObject({ width: 1300, height: 900 });
  }
});

/** A PNG of a few kilobytes with this many pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('what is no photograph, or not a whole one, is refused', async () => {
  const jpeg = await plain(1600, 1200).jpeg().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>';
  const frames = await sharp(Buffer.alloc(1300 * 1800 * 3).fill(255, 1300 * 900 * 3), {
    raw: { width: 1300, height: 1800, channels: 3, pageHeight: 900 },
  })
    .webp()
    .toBuffer();
  const cases: Record<string, Buffer> = {
    'an SVG named .jpg': Buffer.from(svg),
    'an SVG after the signature of a JPEG': Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]),
    'a truncated JPEG': jpeg.subarray(0, jpeg.length / 2),
    'a decompression bomb': bomb(12_000),
    'an animated WebP': frames,
    'a GIF': await plain(1300, 900).gif().toBuffer(),
    'a TIFF': await plain(1300, 900).tiff().toBuffer(),
    'an empty file': Buffer.alloc(0),
    'a file that is too large': Buffer.concat([jpeg, Buffer.alloc(MAX_UPLOAD_BYTES)]),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    expect([name, await encodeCoverImage(bytes)]).toEqual([name, 'no-photograph']);
  }
});

test('of a file that is a JPEG and something else, only the picture is kept', async () => {
  const payload = '<script>alert(1)</script>PK\x03\x04';
  const jpeg = await plain(1600, 1200).jpeg().toBuffer();
  const { files } = await encode(Buffer.concat([jpeg, Buffer.from(payload)]));
  for (const { bytes } of files) expect(Buffer.from(bytes).includes('<script>')).toBe(false);
});
