import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasPoppler, textOf } from '#test/pdf.ts';
import { findMedia } from '../edge/files.ts';
import { createLog } from '../platform/log.ts';
import { encodeFor, sendEncoded } from '../edge/page-cache.ts';
import {
  createBrochureStore,
  createBrochureThreads,
  type BrochureThreads,
} from './brochure-store.ts';
import { content, demoRows } from '#test/brochures.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'brochures-'));
const log = createLog({ level: 'fatal', isReadable: false });
const rows = demoRows('junge-stimmen-2');
const realPress = createBrochureThreads();
let drawn = 0;
/** Real threads that count what they draw. */
const threads: BrochureThreads = {
  run: (data) => {
    drawn++;
    return realPress.run(data);
  },
  stop: () => realPress.stop(),
};
const options = { sourceDirs: [folder], cacheDir: folder, log, threads };
const store = createBrochureStore(options);
let server: Server;
let origin: string;

beforeAll(async () => {
  const none = () => Promise.resolve(null);
  const find = findMedia({ find: none }, store, none, false);
  server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const file = await find(request.url ?? '');
      if (file === null) response.writeHead(404).end();
      else sendEncoded(request, response, encodeFor(file, request));
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/media/${name}`, { headers });

test('before there is a programme there is no brochure', async () => {
  expect((await get('brochure-de.pdf')).status).toBe(404);
});

test('requests during the drawing wait for that one drawing', async () => {
  store.prepare(rows, content);
  const responses = await Promise.all([1, 2, 3].map(() => get('brochure-de.pdf')));
  for (const response of responses) {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
  expect((await get('brochure-en.pdf')).status).toBe(200);
  expect(drawn).toBe(2);
});

test('a client caches and revalidates it', async () => {
  const first = await get('brochure-de.pdf');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await get('brochure-de.pdf', { 'if-none-match': etag })).status).toBe(304);
});

test('only the two languages have a brochure', async () => {
  for (const name of ['brochure-fr.pdf', 'brochure-de.pdf.pdf', 'brochure.pdf']) {
    expect((await get(name)).status).toBe(404);
  }
});

test('it is drawn again when the programme changes, and only then', async () => {
  const before = (await get('brochure-de.pdf')).headers.get('etag');
  store.prepare(rows, content);
  expect((await get('brochure-de.pdf')).headers.get('etag')).toBe(before);
  expect(drawn).toBe(2);

  const changed = rows.map((row) => ({ ...row, title_de: 'Junge Stimmen, verschoben' }));
  store.prepare(changed, content);
  const response = await get('brochure-de.pdf');
  expect(response.headers.get('etag')).not.toBe(before);
  expect(drawn).toBe(3);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (hasPoppler) expect(textOf(bytes)).toContain('Junge Stimmen, verschoben');
  expect((await readdir(folder)).filter((name) => name.startsWith('brochure-de'))).toHaveLength(1);
});

test('it is served although the disk is full', async () => {
  const bytes = Buffer.from('%PDF-');
  const quick: BrochureThreads = {
    run: () => Promise.resolve(bytes),
    stop: () => Promise.resolve(),
  };
  // a file cannot contain a folder
  const full = createBrochureStore({
    ...options,
    sourceDirs: [],
    cacheDir: '/dev/null/x',
    threads: quick,
  });
  full.prepare(rows, content);
  expect(await full.find('de')).toEqual(bytes);
});

test('the next start reuses the drawn file', async () => {
  const next = createBrochureStore(options);
  next.prepare(rows, content);
  // the old German brochure is deleted, the English one is the same
  const sent = Buffer.from(await (await get('brochure-en.pdf')).arrayBuffer());
  expect(await next.find('en')).toEqual(sent);
});

test('after a failure the next request tries again', async () => {
  let isFailing = true;
  const failing: BrochureThreads = {
    run: (data) => (isFailing ? Promise.reject(new Error('no paper')) : threads.run(data)),
    stop: () => Promise.resolve(),
  };
  const cacheDir = path.join(folder, 'other');
  const other = createBrochureStore({ sourceDirs: [cacheDir], cacheDir, log, threads: failing });
  other.prepare(rows, content);
  await expect(other.find('de')).rejects.toThrow('no paper');
  isFailing = false;
  expect((await other.find('de'))?.byteLength).toBeGreaterThan(10_000);
});
