import path from 'node:path';
import type { Language } from '#contract/language.ts';
import type { ConcertPictures, Pictures, SeasonPictures } from '../concerts/pictures.ts';
import type { ConcertRow } from '../concerts/programme-rows.ts';
import { hashOf } from '../plates/random.ts';
import { drawAll } from './draw-pool.ts';
import {
  planPictures,
  type PictureKind,
  type PicturePlan,
  type ShareWords,
} from './plan-pictures.ts';
import type { PictureSource } from './picture-source.ts';
import { readPicture, writePicture, type StoredPicture } from './picture-files.ts';

/** The demonstration's pictures, drawn when the site is built (scripts/draw-demo.ts). */
export const demoPictures: string = path.join(import.meta.dirname, '../../.cache/plates');

export interface PictureStoreOptions {
  /** Folders with pictures made before, the first one that has a picture wins. */
  readFrom: string[];
  /** Where newly drawn ones are kept. */
  keepIn: string;
  /** Base of the pictures' addresses; '' is this server. */
  mediaUrl: string;
  copyright: () => { de: string; en: string };
  shareLine: (row: PictureSource, language: Language) => string;
  seasonWords: (language: Language) => ShareWords;
}

/** The pictures of the programme, in memory, by file name. */
export interface PictureStore extends Pictures {
  /** Finds or draws what this programme needs; resolves when all of it is there. */
  prepare(rows: ConcertRow[]): Promise<void>;
  find(file: string): StoredPicture | null;
}

export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const pictures = new Map<string, StoredPicture>();
  let plans: PicturePlan[] = [];
  let rows: ConcertRow[] = [];
  const byConcert = new Map<number, ConcertPictures>();

  const url = (file: string): string => `${options.mediaUrl}/media/plates/${file}`;
  const fileOf = (slug: string, kind: PictureKind): string | null =>
    plans.find((plan) => plan.kind === kind && plan.file.startsWith(`${slug}-${kind}-`))?.file ??
    null;
  const urlOf = (slug: string, kind: PictureKind): string => {
    const file = fileOf(slug, kind);
    return file === null ? '' : url(file);
  };

  function ofConcert(row: ConcertRow): ConcertPictures {
    const wide = row.is_long_night ? 'night' : 'panorama';
    const drawn = pictures.get(fileOf(row.slug, wide) ?? '');
    return {
      cover: urlOf(row.slug, 'cover'),
      thumbnail: urlOf(row.slug, 'cover'),
      copyright: options.copyright(),
      share: { de: urlOf(row.slug, 'share-de'), en: urlOf(row.slug, 'share-en') },
      panorama: {
        image_url: urlOf(row.slug, wide),
        phone_image_url: urlOf(row.slug, `${wide}-phone`),
        summits: (drawn?.summits ?? []).map(({ x, y, piece, movement }) => ({
          x,
          y,
          piece,
          movement,
        })),
        light: drawn?.light ?? '',
      },
    };
  }

  function seasonSummits(kind: 'season' | 'season-phone'): SeasonPictures['summits'] {
    const ids = new Map(rows.map((row) => [hashOf(row.slug), row.id]));
    const drawn = pictures.get(fileOf('season', kind) ?? '');
    return (drawn?.summits ?? []).flatMap(({ x, y, concertIds }) =>
      concertIds.flatMap((seed) => {
        const id = ids.get(seed);
        return id === undefined ? [] : [{ concert_id: id, x, y }];
      }),
    );
  }

  return {
    async prepare(programme) {
      const next = planPictures(programme, options.shareLine, options.seasonWords);
      const missing: PicturePlan[] = [];
      await Promise.all(
        next.map(async (plan) => {
          if (pictures.has(plan.file)) return;
          const known = await readPicture(options.readFrom, plan.file);
          if (known === null) missing.push(plan);
          else pictures.set(plan.file, known);
        }),
      );
      await drawAll(missing, async (picture) => {
        pictures.set(picture.file, picture);
        await writePicture(options.keepIn, picture);
      });
      plans = next;
      rows = programme;
      byConcert.clear();
    },
    find: (file) => pictures.get(file) ?? null,
    ofConcert(concertId) {
      const known = byConcert.get(concertId);
      if (known !== undefined) return known;
      const row = rows.find(({ id }) => id === concertId);
      if (row === undefined) return withoutPictures(options.copyright());
      const made = ofConcert(row);
      byConcert.set(concertId, made);
      return made;
    },
    ofSeason: (language) => ({
      image_url: urlOf('season', 'season'),
      phone_image_url: urlOf('season', 'season-phone'),
      share_image_url: urlOf('season', `share-season-${language}`),
      summits: seasonSummits('season'),
      phone_summits: seasonSummits('season-phone'),
    }),
  };
}

/** A concert so new that its pictures are still being drawn. */
function withoutPictures(copyright: { de: string; en: string }): ConcertPictures {
  return {
    cover: '',
    thumbnail: '',
    copyright,
    share: { de: '', en: '' },
    panorama: { image_url: '', phone_image_url: '', summits: [], light: '' },
  };
}
