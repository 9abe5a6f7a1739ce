import path from 'node:path';
import type { Language } from '#contract/language.ts';
import type { ConcertPictures, Pictures, SeasonPictures } from '../../programme/concert-dto.ts';
import type { ConcertRow } from '../../programme/list-concert-rows.ts';
import type { Logger } from '../../platform/log.ts';
import { drawInThreads } from './draw-in-threads.ts';
import { planPictures, type PicturePlan, type ShareWords } from './plan-pictures.ts';
import { picturesOfConcert, picturesOfSeason, urlsOf } from './picture-urls.ts';
import type { PictureSource } from './picture-source.ts';
import { readPicture, writePicture, type StoredPicture } from './picture-files.ts';

/** The demonstration's pictures, drawn by the build (scripts/draw-demo-pictures.ts). */
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
  shareLine: (row: PictureSource, language: Language) => string;
  seasonWords: (language: Language) => ShareWords;
}

/** The pictures of the programme, in memory, by file name. */
export interface PictureStore extends Pictures {
  /** Finds or draws all pictures of this programme. */
  prepare(rows: ConcertRow[]): Promise<void>;
  find(file: string): StoredPicture | null;
}

/** Creates an empty store; call `prepare` with the programme. */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const pictures = new Map<string, StoredPicture>();
  let concerts = new Map<number, ConcertPictures>();
  let season: (language: Language) => SeasonPictures = () => withoutSeason;

  return {
    async prepare(rows) {
      const plans = planPictures(rows, options.shareLine, options.seasonWords);
      await findOrDraw(plans, pictures, options);
      const urls = urlsOf(plans, pictures, options.mediaUrl);
      concerts = new Map(
        rows.map((row) => [row.id, picturesOfConcert(urls, row, options.copyright())]),
      );
      season = (language) => picturesOfSeason(urls, rows, language);
    },
    find: (file) => pictures.get(file) ?? null,
    ofConcert: (concertId) => concerts.get(concertId) ?? withoutPictures(options.copyright()),
    ofSeason: (language) => season(language),
  };
}

/** Reads missing pictures from the folders, or draws and saves them. */
async function findOrDraw(
  plans: PicturePlan[],
  pictures: Map<string, StoredPicture>,
  options: PictureStoreOptions,
): Promise<void> {
  const missing: PicturePlan[] = [];
  await Promise.all(
    plans.map(async (plan) => {
      if (pictures.has(plan.file)) return;
      const known = await readPicture(options.sourceDirs, plan.file);
      if (known === null) missing.push(plan);
      else pictures.set(plan.file, known);
    }),
  );
  await drawInThreads(missing, async (picture) => {
    pictures.set(picture.file, picture);
    await writePicture(options.cacheDir, picture).catch((error: unknown) => {
      options.log.warn(
        { err: error, file: picture.file },
        'Could not save a picture for the next start',
      );
    });
  });
}

const withoutSeason: SeasonPictures = {
  image_url: '',
  phone_image_url: '',
  phone_rest_image_url: '',
  share_image_url: '',
  summits: [],
  phone_summits: [],
};

/** For a concert so new that its pictures are not yet drawn. */
function withoutPictures(copyright: { de: string; en: string }): ConcertPictures {
  return {
    cover: '',
    thumbnail: '',
    copyright,
    share: { de: '', en: '' },
    panorama: { image_url: '', phone_image_url: '', summits: [], light: '' },
  };
}
