import type { ConcertPictures, Photo } from '../programme/concert.ts';
import type { CoverRow } from '../programme/list-concert-rows.ts';

/** The widths of an image's files: none is enlarged. */
const WIDTHS_PX = [480, 960, 1440, 1920];
export const widthsOf = (width: number): number[] => [
  ...new Set(WIDTHS_PX.map((each) => Math.min(each, width))),
];

/**
 * The pictures of a concert that its photograph replaces.
 *
 * @param base of the addresses; '' is this server
 */
export function toPhoto(
  { name, width, height, credit, alt }: CoverRow,
  base: string,
): Omit<ConcertPictures, 'panorama'> {
  const widths = widthsOf(width);
  const url = (px: number) => `${base}/media/covers/${name}-${px}.jpg`;
  const share = url(widths.at(-1) ?? width);
  return {
    cover: url(widths[1] ?? width),
    thumbnail: url(widths[0] ?? width),
    photo: { ...toSources({ name, width, height }, base), alt },
    copyright: credit,
    share: { de: share, en: share },
  };
}

/** A stored image in all its widths, without words. */
export function toSources(
  { name, width, height }: Pick<CoverRow, 'name' | 'width' | 'height'>,
  base: string,
): Omit<Photo, 'alt'> {
  const set = (type: string) =>
    widthsOf(width)
      .map((px) => `${base}/media/covers/${name}-${px}.${type} ${px}w`)
      .join(', ');
  return { avif: set('avif'), jpeg: set('jpg'), width, height };
}
