import type { Language } from '#contract/language.ts';
import type { ConcertPictures, SeasonPictures } from '../../programme/concert-dto.ts';
import type { ConcertRow } from '../../programme/list-concert-rows.ts';
import { hashOf } from '#packages/plates/math.ts';
import type { PictureKind, PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** The finished pictures of one programme, by slug and kind. */
export interface PictureUrls {
  /** URL of a picture; '' if there is none. */
  url(slug: string, kind: PictureKind): string;
  drawn(slug: string, kind: PictureKind): StoredPicture | undefined;
}

/** Creates the URLs of these pictures. @param mediaUrl base of the URLs; '' is this server */
export function urlsOf(
  plans: PicturePlan[],
  pictures: Map<string, StoredPicture>,
  mediaUrl: string,
): PictureUrls {
  const fileOf = (slug: string, kind: PictureKind): string =>
    plans.find((plan) => plan.kind === kind && plan.file.startsWith(`${slug}-${kind}-`))?.file ??
    '';
  return {
    url(slug, kind) {
      const file = fileOf(slug, kind);
      return file === '' ? '' : `${mediaUrl}/media/plates/${file}`;
    },
    drawn: (slug, kind) => pictures.get(fileOf(slug, kind)),
  };
}

/** URLs of a concert's pictures; the Long Night has its own panorama. */
export function picturesOfConcert(
  urls: PictureUrls,
  { slug, is_long_night: isLongNight }: ConcertRow,
  copyright: { de: string; en: string },
): ConcertPictures {
  const wide = isLongNight ? 'night' : 'panorama';
  const drawn = urls.drawn(slug, wide);
  const summits = drawn?.summits ?? [];
  return {
    cover: urls.url(slug, 'cover'),
    thumbnail: urls.url(slug, 'cover'),
    copyright,
    share: { de: urls.url(slug, 'share-de'), en: urls.url(slug, 'share-en') },
    panorama: {
      image_url: urls.url(slug, wide),
      phone_image_url: urls.url(slug, `${wide}-phone`),
      summits: summits.map(({ x, y, piece, movement }) => ({ x, y, piece, movement })),
      light: drawn?.light ?? '',
    },
  };
}

/** URLs of the season's pictures, with a summit for every concert. */
export function picturesOfSeason(
  urls: PictureUrls,
  rows: ConcertRow[],
  language: Language,
): SeasonPictures {
  const ids = new Map(rows.map((row) => [hashOf(row.slug), row.id]));
  const summitsOf = (kind: 'season' | 'season-phone'): SeasonPictures['summits'] =>
    (urls.drawn('season', kind)?.summits ?? []).flatMap(({ x, y, concertIds }) =>
      concertIds.flatMap((seed) => {
        const id = ids.get(seed);
        return id === undefined ? [] : [{ concert_id: id, x, y }];
      }),
    );
  return {
    image_url: urls.url('season', 'season'),
    phone_image_url: urls.url('season', 'season-phone'),
    phone_rest_image_url: urls.url('season', 'season-phone-rest'),
    share_image_url: urls.url('season', `share-season-${language}`),
    summits: summitsOf('season'),
    phone_summits: summitsOf('season-phone'),
  };
}
