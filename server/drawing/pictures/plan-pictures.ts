import { parseBerlin, berlinTime, berlinDate } from '#contract/berlin-time.ts';
import type { Programme, FestivalContent } from '../../programme/programme-format.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Language } from '#contract/language.ts';
import { coloursOf } from '../../programme/look.ts';
import { hashSources } from '../../platform/source-hash.ts';
import type { DatedConcert } from '#packages/plates/plate.ts';
import { hashOf } from '#packages/plates/math.ts';
import { formatDate, formatDateRange, formatTime } from '#contract/format.ts';

/** The data that pictures need; a ConcertRow of the catalogue has all of it. */
export interface PictureSource {
  slug: string;
  starts_at: Date;
  title_de: string;
  title_en: string;
  is_long_night: boolean;
  light_key: string | null;
  venue: { slug: string; name_de: string; name_en: string };
  pieces: { composer: { yearOfBirth: number | null }; movements: { title: string }[] }[];
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
          composer: { yearOfBirth: programme.composers[piece.composer]?.born ?? null },
          movements: piece.movements,
        })),
      };
    });
}

/** Identifies the drawing code: changed code draws pictures with new names. */
const ENGINE_VERSION = hashSources([
  path.join(import.meta.dirname, '../../../packages/plates'),
  import.meta.dirname,
]);

/** A concert for drawings without houses, if the festival wants none in the foreground. */
export function withForeground<Row extends { venue: { slug: string } }>(
  row: Row,
  look: FestivalContent['look'],
): Row {
  return look?.foreground === 'none' ? { ...row, venue: { ...row.venue, slug: '' } } : row;
}

/** Kinds of pictures. Share images are PNG, all others SVG. */
export type PictureKind =
  | 'cover'
  | 'panorama'
  | 'panorama-phone'
  | 'night'
  | 'night-phone'
  | 'season'
  | 'season-phone'
  | 'season-phone-rest'
  | 'share-de'
  | 'share-en'
  | 'share-season-de'
  | 'share-season-en';

/** A picture to draw: everything it depends on, and its file name. */
export interface PicturePlan {
  kind: PictureKind;
  /** The name contains a hash of everything the picture depends on, so that browsers may cache it for ever. */
  file: string;
  /** One concert, or all of them for the season. */
  concerts: DatedConcert[];
  /** Text of a share image; null for other pictures. */
  words: ShareWords | null;
  /** The season's sky, '#RRGGBB'; null for the light's. */
  sky: string | null;
  /** Colours of a share image without a drawing; null with one. */
  plain: PlainColours | null;
}

/** '#RRGGBB'. */
export interface PlainColours {
  ink: string;
  ground: string;
}

/** Text of a share image; only the season's has a note. */
export interface ShareWords {
  title: string;
  line: string;
  note: string;
}

/**
 * Plans all pictures of a programme: without plates, only share images, of words. The same programme gives the same
 * names in every process.
 */
export function planPictures(
  rows: PictureSource[],
  festivalWords: (language: Language) => ShareWords,
  look?: FestivalContent['look'],
): PicturePlan[] {
  const plans: PicturePlan[] = [];
  const sky = look?.colours?.sky ?? null;
  const isPlain = look?.plates === 'none';
  const { ink, sky: ground } = coloursOf(look);
  const share = { sky: null, plain: isPlain ? { ink, ground } : null };
  const drawn = { sky, plain: null };
  const toPlate = (row: PictureSource) => toPlateConcert(withForeground(row, look));
  for (const row of rows) {
    const concerts = [toPlate(row)];
    const kinds: PictureKind[] = isPlain ? [] : ['cover', 'panorama', 'panorama-phone'];
    if (row.is_long_night && !isPlain) kinds.push('night', 'night-phone');
    for (const kind of kinds) plans.push(plan(kind, row.slug, concerts, null, noColours));
    for (const language of ['de', 'en'] as const) {
      const words = {
        title: language === 'de' ? row.title_de : row.title_en,
        line: shareLine(row, language),
        note: '',
      };
      plans.push(plan(`share-${language}`, row.slug, concerts, words, share));
    }
  }
  const season = rows.map(toPlate).toSorted(byStart);
  const seasonKinds: PictureKind[] = isPlain ? [] : ['season', 'season-phone', 'season-phone-rest'];
  return [
    ...plans,
    ...seasonKinds.map((kind) => plan(kind, 'season', season, null, drawn)),
    plan('share-season-de', 'season', season, festivalWords('de'), share),
    plan('share-season-en', 'season', season, festivalWords('en'), share),
  ];
}

const noColours = { sky: null, plain: null };

function byStart(a: DatedConcert, b: DatedConcert): number {
  return `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`) || a.id - b.id;
}

function plan(
  kind: PictureKind,
  slug: string,
  concerts: DatedConcert[],
  words: PicturePlan['words'],
  { sky, plain }: Pick<PicturePlan, 'sky' | 'plain'>,
): PicturePlan {
  const hash = createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, kind, concerts, words, sky, plain]))
    .digest('hex')
    .slice(0, 12);
  const ending = kind.startsWith('share') ? 'png' : 'svg';
  return { kind, file: `${slug}-${kind}-${hash}.${ending}`, concerts, words, sky, plain };
}

/** The slug is the seed, not the database's id, so that the build can draw the demonstration. */
export function toPlateConcert(row: PictureSource): DatedConcert {
  return {
    id: hashOf(row.slug),
    date: berlinDate(row.starts_at),
    time: berlinTime(row.starts_at),
    venue: row.venue.slug,
    isLongNight: row.is_long_night,
    key: row.light_key,
    pieces: row.pieces.map((piece) => ({
      composerBorn: piece.composer.yearOfBirth,
      movements: piece.movements.map(({ title }) => ({ title })),
    })),
  };
}

/** Text under the title of a share image: day, time and venue. */
function shareLine(row: PictureSource, language: Language): string {
  const start = row.starts_at.toISOString();
  const venue = language === 'de' ? row.venue.name_de : row.venue.name_en;
  return [formatDate(start, language), formatTime(start, language), venue].join(' · ');
}

/** Wordmark, dates and tagline for the season's share image. */
export function seasonWords(
  festival: Pick<FestivalContent, 'shortName' | 'tagline' | 'year' | 'startDate' | 'endDate'>,
  language: Language,
): ShareWords {
  return {
    title: festival.shortName,
    line: formatDateRange(festival.startDate, festival.endDate, language) || String(festival.year),
    note: festival.tagline[language],
  };
}
