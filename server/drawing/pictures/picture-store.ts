import type { Language } from '#contract/language.ts';
import { toPhoto } from '../../cover-images/cover-image-urls.ts';
import {
  withoutPictures,
  type ConcertPictures,
  type Pictures,
  type SeasonPictures,
} from '../../programme/concert.ts';
import type { ConcertRow } from '../../programme/list-concert-rows.ts';
import { hashOf } from '#packages/plates/math.ts';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../platform/log.ts';
import {
  createPictureThreads,
  type PictureThreads,
  type StoredPicture,
} from './draw-in-threads.ts';
import type { FestivalContent } from '../../programme/programme-format.ts';
import {
  planPictures,
  type PictureKind,
  type PicturePlan,
  type ShareWords,
} from './plan-pictures.ts';

/** The finished pictures of one programme, by slug and kind. */
interface PictureUrls {
  /** Base of all addresses; '' is this server. */
  base: string;
  /** URL of a picture; '' if there is none. */
  url(slug: string, kind: PictureKind): string;
  drawn(slug: string, kind: PictureKind): StoredPicture | undefined;
}

/** Creates the URLs of these pictures. @param mediaUrl base of the URLs; '' is this server */
function urlsOf(
  plans: PicturePlan[],
  pictures: Map<string, StoredPicture>,
  mediaUrl: string,
): PictureUrls {
  const fileOf = (slug: string, kind: PictureKind): string =>
    plans.find((plan) => plan.kind === kind && plan.file.startsWith(`${slug}-${kind}-`))?.file ??
    '';
  return {
    base: mediaUrl,
    url(slug, kind) {
      const file = fileOf(slug, kind);
      return file === '' ? '' : `${mediaUrl}/media/plates/${file}`;
    },
    drawn: (slug, kind) => pictures.get(fileOf(slug, kind)),
  };
}

/** URLs of a concert's pictures; the Long Night has its own panorama. A photograph replaces the cover. */
function picturesOfConcert(
  urls: PictureUrls,
  { slug, is_long_night: isLongNight, cover }: ConcertRow,
  copyright: { de: string; en: string },
): ConcertPictures {
  const wide = isLongNight ? 'night' : 'panorama';
  const drawn = urls.drawn(slug, wide);
  const summits = drawn?.summits ?? [];
  return {
    cover: urls.url(slug, 'cover'),
    thumbnail: urls.url(slug, 'cover'),
    copyright: urls.url(slug, 'cover') === '' ? { de: '', en: '' } : copyright,
    share: { de: urls.url(slug, 'share-de'), en: urls.url(slug, 'share-en') },
    ...(cover && toPhoto(cover, urls.base)),
    panorama: {
      wide: urls.url(slug, wide),
      phone: urls.url(slug, `${wide}-phone`),
      summits: summits.map(({ x, y, piece, movement }) => ({ x, y, piece, movement })),
      light: drawn?.light ?? '',
    },
  };
}

/** URLs of the season's pictures, with a summit for every concert. */
function picturesOfSeason(
  urls: PictureUrls,
  rows: ConcertRow[],
  language: Language,
): SeasonPictures {
  const ids = new Map(rows.map((row) => [hashOf(row.slug), row.id]));
  const summitsOf = (kind: 'season' | 'season-phone'): SeasonPictures['summits'] =>
    (urls.drawn('season', kind)?.summits ?? []).flatMap(({ x, y, concertIds }) =>
      concertIds.flatMap((seed) => {
        const id = ids.get(seed);
        return id === undefined ? [] : [{ concertId: id, x, y }];
      }),
    );
  return {
    wide: urls.url('season', 'season'),
    phone: urls.url('season', 'season-phone'),
    phoneRest: urls.url('season', 'season-phone-rest'),
    share: urls.url('season', `share-season-${language}`),
    summits: summitsOf('season'),
    phoneSummits: summitsOf('season-phone'),
  };
}

/** The demonstration's pictures, which `npm test` draws once (scripts/draw-demo-pictures.ts). */
export const demoPictures: string = path.join(import.meta.dirname, '../../../.cache/plates');

export interface PictureStoreOptions {
  /** Folders with finished pictures; the first match wins. */
  sourceDirs: string[];
  /** Folder for new pictures. */
  cacheDir: string;
  /** Base of the pictures' URLs; '' is this server. */
  mediaUrl: string;
  log: Logger;
  copyright: () => { de: string; en: string };
  seasonWords: (language: Language) => ShareWords;
  look?: () => FestivalContent['look'];
  /** For tests. */
  threads?: PictureThreads;
}

/** The pictures of the programme, in memory, by file name. */
export interface PictureStore extends Pictures {
  /**
   * Finds the pictures of this programme, and starts to draw those that are missing, without waiting; share images
   * only when somebody asks for them.
   */
  prepare(rows: ConcertRow[]): Promise<void>;
  /** Waits for the drawing; null if it fails, and for a file that is not of this programme. */
  find(file: string): Promise<StoredPicture | null>;
  /** Increases when pictures are drawn after `prepare`: their summits and lights are known from then on. */
  version(): number;
  stop(): Promise<void>;
}

/** Creates an empty store; call `prepare` with the programme. */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const pictures = new Map<string, StoredPicture>();
  const draw = createDrawing(pictures, options);
  let plans: PicturePlan[] = [];
  let version = 0;
  let concerts = new Map<number, ConcertPictures>();
  let season: (language: Language) => SeasonPictures = () => withoutSeason;

  function show(rows: ConcertRow[]): void {
    const urls = urlsOf(plans, pictures, options.mediaUrl);
    const copyright = options.copyright();
    concerts = new Map(rows.map((row) => [row.id, picturesOfConcert(urls, row, copyright)]));
    season = (language) => picturesOfSeason(urls, rows, language);
  }

  /** One at a time: the other processors are for visitors, and for a picture that one of them waits for. */
  async function drawMissing(rows: ConcertRow[], planned: PicturePlan[]): Promise<void> {
    const missing = planned.filter(({ file, words }) => words === null && !pictures.has(file));
    for (const plan of missing) {
      // a later programme draws its own
      if (plans !== planned || draw.isStopping()) return;
      // a visitor may have asked for it in the meantime
      if (!pictures.has(plan.file)) await draw.once(plan);
    }
    if (missing.length === 0 || plans !== planned) return;
    show(rows);
    version++;
  }

  return {
    async prepare(rows) {
      const planned = planPictures(rows, options.seasonWords, options.look?.());
      await readKnown(planned, pictures, options.sourceDirs);
      plans = planned;
      show(rows);
      void drawMissing(rows, planned);
    },
    async find(file) {
      const plan = plans.find((each) => each.file === file);
      return pictures.get(file) ?? (plan ? await draw.once(plan) : null);
    },
    async draw(row) {
      const own = planPictures([row], options.seasonWords, options.look?.()).filter(
        ({ kind, words }) => words === null && !kind.startsWith('season'),
      );
      await readKnown(own, pictures, options.sourceDirs);
      await Promise.all(own.filter(({ file }) => !pictures.has(file)).map(draw.once));
      return picturesOfConcert(urlsOf(own, pictures, options.mediaUrl), row, options.copyright());
    },
    version: () => version,
    stop: () => draw.stop(),
    ofConcert: (concertId) => concerts.get(concertId) ?? withoutPictures(options.copyright()),
    ofSeason: (language) => season(language),
  };
}

async function readKnown(
  plans: PicturePlan[],
  pictures: Map<string, StoredPicture>,
  folders: string[],
): Promise<void> {
  await Promise.all(
    plans.map(async ({ file }) => {
      if (pictures.has(file)) return;
      const known = await readPicture(folders, file);
      if (known !== null) pictures.set(file, known);
    }),
  );
}

/** Draws, keeps and saves a picture, once for all who ask for it in the meantime. A failure gives null. */
function createDrawing(
  pictures: Map<string, StoredPicture>,
  { cacheDir, log, threads = createPictureThreads() }: PictureStoreOptions,
): {
  once: (plan: PicturePlan) => Promise<StoredPicture | null>;
  isStopping: () => boolean;
  stop: () => Promise<void>;
} {
  const running = new Map<string, Promise<StoredPicture | null>>();
  let isStopping = false;

  async function draw(plan: PicturePlan): Promise<StoredPicture | null> {
    try {
      const picture = await threads.run(plan);
      pictures.set(plan.file, picture);
      await writePicture(cacheDir, picture).catch((error: unknown) => {
        log.warn({ err: error, file: plan.file }, 'Could not save a picture for the next start');
      });
      return picture;
    } catch (error) {
      if (!isStopping) log.error({ err: error, file: plan.file }, 'Could not draw a picture');
      return null;
    } finally {
      running.delete(plan.file);
    }
  }

  return {
    once(plan) {
      const drawing = running.get(plan.file) ?? draw(plan);
      running.set(plan.file, drawing);
      return drawing;
    },
    isStopping: () => isStopping,
    async stop() {
      isStopping = true;
      await threads.stop();
    },
  };
}

const withoutSeason: SeasonPictures = {
  wide: '',
  phone: '',
  phoneRest: '',
  share: '',
  summits: [],
  phoneSummits: [],
};

/** Reads a picture from the first folder that has it; null if none has. */
async function readPicture(folders: string[], file: string): Promise<StoredPicture | null> {
  for (const folder of folders) {
    const base = path.join(folder, file);
    const metadata = await readFile(`${base}.json`, 'utf8').catch(() => null);
    if (metadata === null) continue;
    const { light, summits } = JSON.parse(metadata) as Pick<StoredPicture, 'light' | 'summits'>;
    const [bytes, brotli, gzip] = await Promise.all([
      readFile(base),
      readFile(`${base}.br`).catch(() => null),
      readFile(`${base}.gz`).catch(() => null),
    ]);
    return { file, light, summits, bytes, brotli, gzip };
  }
  return null;
}

/** Writes a picture for the next start. The metadata come last: a picture with metadata is complete. */
export async function writePicture(folder: string, picture: StoredPicture): Promise<void> {
  await mkdir(folder, { recursive: true });
  const base = path.join(folder, picture.file);
  const { light, summits } = picture;
  await writeFile(base, picture.bytes);
  if (picture.brotli !== null) await writeFile(`${base}.br`, picture.brotli);
  if (picture.gzip !== null) await writeFile(`${base}.gz`, picture.gzip);
  await writeFile(`${base}.json.new`, JSON.stringify({ light, summits }));
  await rename(`${base}.json.new`, `${base}.json`);
}
