import type { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Concert, Piece, Panorama, SiteResponse } from '#contract/programme.ts';
import type { Language } from '#contract/language.ts';
import { toEuro } from '#contract/money.ts';
import {
  formatCatalogueNumber,
  formatOpus,
  formatTonality,
} from '#contract/programme-typography.ts';
import {
  nameOfMusician,
  type ConcertRow,
  type PieceRow,
  type StockRow,
  type TicketTypeRow,
  type VenueRow,
} from './list-concert-rows.ts';

export type ConcertDto = z.infer<typeof Concert>;
type PieceDto = z.infer<typeof Piece>;

/** How many works a list shows of each concert. */
const MAX_LISTED_PIECES = 4;

/** Converts a concert to the wire in one language (api.md, Festival, concerts, countries). */
export function toConcertDto(
  row: ConcertRow,
  stock: StockRow | undefined,
  pictures: ConcertPictures,
  language: Language,
): ConcertDto {
  const own = pick(language);
  return {
    id: row.id,
    title: own(row.title_de, row.title_en),
    subtitle: own(row.subtitle_de, row.subtitle_en),
    introduction: own(row.introduction_de, row.introduction_en),
    date: toBerlinIso(row.starts_at),
    duration_minutes: row.duration_minutes,
    onsale: row.onsale,
    tickets_at_box_office: row.has_box_office_tickets,
    available_quantity: Math.max(0, stock?.available ?? 0),
    is_academy_concert: row.is_academy,
    is_long_night: row.is_long_night,
    location: toLocation(row.venue, language),
    cover_image: {
      image_url: pictures.cover,
      copyright: own(pictures.copyright.de, pictures.copyright.en),
    },
    share_image_url: own(pictures.share.de, pictures.share.en),
    panorama: pictures.panorama,
    piecesFrom: row.pieces.slice(0, MAX_LISTED_PIECES).map((piece) => ({
      composer: piece.composer.full_name,
      title: pieceLine(piece, language),
    })),
    concert_information: row.notes.map((note) => ({
      id: note.id,
      info_type: note.info_type,
      info_text: { german: note.text_de, english: note.text_en },
    })),
    program: { pieces: row.pieces.map((piece) => toPiece(piece, language)) },
    product: toProduct(row, stock),
  };
}

function withoutDetails(piece: PieceDto): PieceDto {
  const short = { ...piece };
  delete short.movements;
  delete short.musicians;
  return short;
}

/** Converts a concert for the list, which has no movements and musicians. */
export function toListEntry(concert: ConcertDto): ConcertDto {
  const pieces = concert.program.pieces.map(withoutDetails);
  return { ...concert, program: { pieces } };
}

function pick(language: Language): (german: string, english: string) => string {
  return (german, english) => (language === 'de' ? german : english);
}

/** Title with key: 'Klavierquintett Nr. 2 A-Dur', 'Piano Quintet No. 2 in A major'. */
export function pieceLine(
  piece: Pick<PieceRow, 'title_de' | 'title_en' | 'tonality'>,
  language: Language,
): string {
  const title = language === 'de' ? piece.title_de : piece.title_en;
  if (piece.tonality === null) return title;
  const key = formatTonality(piece.tonality, language);
  return language === 'de' ? `${title} ${key}` : `${title} in ${key}`;
}

function toPiece(piece: PieceRow, language: Language): PieceDto {
  return {
    id: piece.id,
    title: language === 'de' ? piece.title_de : piece.title_en,
    opus: piece.opus === null ? null : formatOpus(piece.opus, language),
    tonality: piece.tonality === null ? null : formatTonality(piece.tonality, language),
    catalogue_no:
      piece.catalogue_no === null ? null : formatCatalogueNumber(piece.catalogue_no, language),
    composer: {
      id: piece.composer.id,
      fullName: piece.composer.full_name,
      yearOfBirth: piece.composer.born,
      yearOfDeath: piece.composer.died,
    },
    movements: piece.movements,
    interval_after: piece.interval_after,
    ...(piece.venue && {
      venue: language === 'de' ? piece.venue.name_de : piece.venue.name_en,
    }),
    musicians: piece.musicians.map((m) => ({
      id: m.id,
      full_name: nameOfMusician(m, language),
      instrument: {
        description_german: m.instrument_de,
        description_english: m.instrument_en,
      },
    })),
  };
}

function toLocation(venue: VenueRow, language: Language): ConcertDto['location'] {
  const own = pick(language);
  return {
    id: venue.id,
    slug: venue.slug,
    venue: own(venue.name_de, venue.name_en),
    description: own(venue.description_de, venue.description_en),
    access_note: language === 'de' ? venue.access_note_de : venue.access_note_en,
    street: venue.street,
    postalCode: venue.postal_code,
    city: venue.city,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
}

function toProduct(row: ConcertRow, stock: StockRow | undefined): ConcertDto['product'] {
  if (row.product === null) return null;
  return {
    id: row.product.id,
    quantity: stock?.quantity ?? 0,
    max_per_order: row.product.max_per_order,
    tickets: row.product.ticket_types.map((type: TicketTypeRow) => ({
      id: type.id,
      product_variation_id: type.id,
      price: toEuro(type.price_cents),
      max_per_order: type.max_per_order,
      available: stock?.quotas?.[type.id] ?? null,
      only_with: type.only_with,
      name_german: type.name_de,
      name_english: type.name_en,
      note_german: type.note_de,
      note_english: type.note_en,
    })),
  };
}

/** URLs of a concert's pictures, with the positions of its summits. */
export interface ConcertPictures {
  cover: string;
  thumbnail: string;
  copyright: { de: string; en: string };
  /** Share images carry title and date, so there is one per language. */
  share: { de: string; en: string };
  panorama: z.infer<typeof Panorama>;
}

export type SeasonPictures = z.infer<typeof SiteResponse>['data']['season'];

/** Finds the pictures of the programme; their summits and lights are known once they are drawn. */
export interface Pictures {
  ofConcert(concertId: number): ConcertPictures;
  /** Draws those of a concert that is not published, without share images; its own are known to `find` from then on. */
  draw(row: ConcertRow): Promise<ConcertPictures>;
  ofSeason(language: Language): SeasonPictures;
}

/** For a concert whose pictures are not drawn yet. */
export const withoutPictures = (copyright: { de: string; en: string }): ConcertPictures => ({
  cover: '',
  thumbnail: '',
  copyright,
  share: { de: '', en: '' },
  panorama: { image_url: '', phone_image_url: '', summits: [], light: '' },
});
