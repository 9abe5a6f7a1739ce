import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { demoRows } from '#test/brochures.ts';
import { createLog } from '#server/platform/log.ts';
import type { FestivalContent } from '#server/programme/programme-format.ts';
import type { PictureThreads } from './draw-in-threads.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';

const rows = demoRows('junge-stimmen-2');
const id = rows[0]?.id ?? 0;
/** Pictures of one concert and the season, without share images. */
const PICTURE_COUNT = 6;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

function createStore(run: PictureThreads['run'], look?: FestivalContent['look']): PictureStore {
  return createPictureStore({
    sourceDirs: [folder],
    cacheDir: folder,
    mediaUrl: '',
    log: createLog({ level: 'fatal', isReadable: false }),
    copyright: () => ({ de: '', en: '' }),
    look: () => look,
    seasonWords: () => ({ title: '', line: '', note: '' }),
    threads: { run, stop: () => Promise.resolve() },
  });
}

/** Draws only panoramas before `open` is called; counts. */
function createPress() {
  const opened = Promise.withResolvers<void>();
  const files: string[] = [];
  const run: PictureThreads['run'] = async ({ file }) => {
    files.push(file);
    if (!file.includes('-panorama-')) await opened.promise;
    const summits = [{ x: 0.5, y: 0.5, piece: 0, movement: 0, concertIds: [] }];
    return { file, light: 'dawn', summits, bytes: Buffer.from(file), brotli: null, gzip: null };
  };
  return { run, files, open: () => opened.resolve() };
}

const fileOf = (url: string) => url.slice('/media/plates/'.length);

test('a programme is shown before its pictures are drawn, and changes when they are', async () => {
  const press = createPress();
  const store = createStore(press.run);
  await store.prepare(rows);
  const { cover, panorama, share } = store.ofConcert(id);
  expect(cover).toMatch(/^\/media\/plates\/junge-stimmen-2-cover-\w+\.svg$/);
  expect([panorama.summits, store.version()]).toEqual([[], 0]);
  // a visitor's picture does not queue behind the others, and is drawn once
  const asked = [store.find(fileOf(panorama.wide)), store.find(fileOf(panorama.wide))];
  for (const picture of await Promise.all(asked)) {
    expect(picture?.bytes.toString()).toBe(fileOf(panorama.wide));
  }
  press.open();
  await expect.poll(() => store.version()).toBe(1);
  expect(press.files).toHaveLength(PICTURE_COUNT);
  expect(store.ofConcert(id).panorama).toMatchObject({ light: 'dawn', summits: [{ x: 0.5 }] });
  expect((await store.find(fileOf(share.de)))?.file).toBe(fileOf(share.de));
  expect(await store.find('unknown.svg')).toBeNull();

  // the next start finds them
  const next = createPress();
  const second = createStore(next.run);
  await second.prepare(rows);
  expect(second.ofConcert(id).panorama.summits).toHaveLength(1);
  expect([next.files, second.version()]).toEqual([[], 0]);
});

test('a picture that could not be drawn is drawn when somebody asks again', async () => {
  const press = createPress();
  press.open();
  let isFailing = true;
  const store = createStore((plan) =>
    isFailing ? Promise.reject(new Error('no ink')) : press.run(plan),
  );
  await store.prepare(rows);
  const file = fileOf(store.ofConcert(id).cover);
  expect(await store.find(file)).toBeNull();
  await expect.poll(() => store.version()).toBe(1);
  isFailing = false;
  expect((await store.find(file))?.file).toBe(file);
});

test('the pictures of a draft are drawn for its preview, and only those', async () => {
  const press = createPress();
  const store = createStore(press.run);
  press.open();
  const { panorama, cover } = await store.draw(rows[0] as (typeof rows)[number]);
  expect(panorama).toMatchObject({ light: 'dawn', summits: [{ x: 0.5 }] });
  expect(await store.find(fileOf(cover))).not.toBeNull();
  expect(press.files.map((file) => file.split('-')[3])).toEqual(['cover', 'panorama', 'panorama']);
});

test('a preview has the picture that the published concert will have, also without the abbey', async () => {
  const press = createPress();
  press.open();
  const covers: string[] = [];
  for (const foreground of ['abbey', 'none'] as const) {
    const store = createStore(press.run, { foreground });
    const preview = await store.draw(rows[0] as (typeof rows)[number]);
    await store.prepare(rows);
    await expect.poll(() => store.version()).toBe(1);
    expect(preview.cover).toBe(store.ofConcert(id).cover);
    covers.push(preview.cover);
  }
  expect(covers[0]).not.toBe(covers[1]);
});
