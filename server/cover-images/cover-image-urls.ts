import type { ConcertPictures } from '../programme/concert.ts';
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
  const url = (px: number, type: string) => `${base}/media/covers/${name}-${px}.${type}`;
  const set = (type: string) => widths.map((px) => `${url(px, type)} ${px}w`).join(', ');
  const share = url(widths.at(-1) ?? width, 'jpg');
  return {
    cover: url(widths[1] ?? width, 'jpg'),
    thumbnail: url(widths[0] ?? width, 'jpg'),
    photo: { avif: set('avif'), jpeg: set('jpg'), width, height, alt },
    copyright: credit,
    share: { de: share, en: share },
  };
}
