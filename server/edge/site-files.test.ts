import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEdge } from './app.ts';
import { createLog } from '../platform/log.ts';
import { mountWebManifest, readStaticFiles, webManifest } from './files.ts';

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

test('only the door’s page may use the camera; its worker reaches the page, and its page is never stale', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'door-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'door/assets'), { recursive: true });
  await mkdir(path.join(folder, 'assets'));
  for (const name of ['door/index.html', 'door/sw.js', 'door/assets/door-1.js', 'assets/root-1.js'])
    await writeFile(path.join(folder, name), name);
  const files = await readStaticFiles(folder, true);
  expect([...files.keys()].toSorted()).toEqual([
    '/assets/root-1.js',
    '/door',
    '/door/assets/door-1.js',
    '/door/sw.js',
  ]);
  const headersOf = (url: string) => new Headers(files.get(url)?.headers);
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; " +
    "base-uri 'none'; form-action 'self'";
  for (const url of ['/door', '/door/sw.js', '/door/assets/door-1.js'])
    expect(headersOf(url).get('content-security-policy'), url).toBe(policy);
  expect(headersOf('/door').get('content-type')).toBe('text/html; charset=utf-8');
  expect(headersOf('/door').get('permissions-policy')).toBe('camera=(self)');
  expect(headersOf('/door/sw.js').get('permissions-policy')).toMatch(/^camera=\(\),/);
  expect(headersOf('/door/sw.js').get('service-worker-allowed')).toBe('/door');
  for (const url of ['/door', '/door/sw.js'])
    expect(headersOf(url).get('cache-control'), url).toBe('no-cache');
  for (const url of ['/door/assets/door-1.js', '/assets/root-1.js'])
    expect(headersOf(url).get('cache-control'), url).toMatch(/immutable$/);
  expect(headersOf('/assets/root-1.js').get('content-security-policy')).toMatch(
    /^default-src 'none';/,
  );
});
