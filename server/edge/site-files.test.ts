import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEdge } from './app.ts';
import { createLog } from '../platform/log.ts';
import { mountWebManifest, webManifest } from './files.ts';

const festival = {
  name: 'Musiksommer Marienfirn',
  shortName: 'Marienfirn',
  claim: { de: 'Kammermusik im Kloster', en: 'Chamber music at the abbey' },
};
const publicFolder = path.join(import.meta.dirname, '../../web/public');

test('every icon of the manifest exists, in the declared size', async () => {
  for (const { src, type, sizes } of webManifest(festival, 'de').icons) {
    const bytes = await readFile(path.join(publicFolder, src));
    if (type !== 'image/png') continue;
    // the first chunk of a PNG holds width and height
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('the manifest is in the visitor’s language', async () => {
  const app = createEdge({
    env: { defaultLanguage: 'de', siteOrigins: [] },
    log: createLog({ level: 'fatal', isReadable: false }),
    publicUrl: () => 'https://festival.example',
    addressOf: (peer) => peer,
  });
  mountWebManifest(app, () => festival);
  const response = await app.request('/site.webmanifest', {
    headers: { 'accept-language': 'en' },
  });
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  expect(response.headers.get('vary')).toMatch(/accept-language/i);
  expect(await response.json()).toMatchObject({
    name: 'Musiksommer Marienfirn',
    lang: 'en',
    description: 'Chamber music at the abbey',
  });
});
