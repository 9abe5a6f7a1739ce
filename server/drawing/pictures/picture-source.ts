import { parseBerlin } from '#contract/berlin-time.ts';
import type { Programme } from '../../programme/programme-format.ts';

/** The data that pictures need; a ConcertRow of the catalogue has all of it. */
export interface PictureSource {
  slug: string;
  starts_at: Date;
  title_de: string;
  title_en: string;
  is_long_night: boolean;
  light_key: string | null;
  venue: { slug: string; name_de: string; name_en: string };
  pieces: { composer: { born: number | null }; movements: { title: string }[] }[];
}

/** Converts a programme that is not in a database, so that the build can draw the demonstration. */
export function picturesOfProgramme(programme: Programme): PictureSource[] {
  return programme.concerts
    .filter((concert) => concert.published)
    .map((concert) => {
      const venue = programme.venues[concert.venue];
      return {
        slug: concert.slug,
        starts_at: parseBerlin(concert.start),
        title_de: concert.title.de,
        title_en: concert.title.en,
        is_long_night: concert.longNight,
        light_key: concert.key ?? null,
        venue: {
          slug: concert.venue,
          name_de: venue?.name.de ?? '',
          name_en: venue?.name.en ?? '',
        },
        pieces: concert.pieces.map((piece) => ({
          composer: { born: programme.composers[piece.composer]?.born ?? null },
          movements: piece.movements,
        })),
      };
    });
}
