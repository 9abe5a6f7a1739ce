import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
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
  type VenueRow,
} from './list-concert-rows.ts';

/** A concert as visitors read it, in one language. */
export type Concert = ReturnType<typeof toConcert>;
type Piece = ReturnType<typeof toPiece>;

/** How many works a list shows of each concert. */
const MAX_LISTED_PIECES = 4;

/** What a calendar states of a concert. */
export type CalendarConcert = ReturnType<typeof toCalendarConcert>;

/** Converts what a calendar states. */
export function toCalendarConcert(row: ConcertRow, language: Language) {
  const own = pick(language);
  const pieces: (Omit<Piece, Detail> & Partial<Pick<Piece, Detail>>)[] = row.pieces.map((piece) =>
    toPiece(piece, language),
  );
  return {
    id: row.id,
    title: own(row.title_de, row.title_en),
    subtitle: own(row.subtitle_de, row.subtitle_en),
    date: toBerlinIso(row.starts_at),
    durationMinutes: row.duration_minutes,
    /** Null: it takes place. */
    cancelledAt: toBerlinIso(row.cancelled_at),
    location: toLocation(row.venue, language),
    pieces,
  };
}

/** Converts a concert. */
export function toConcert(
  row: ConcertRow,
  stock: StockRow | undefined,
  pictures: ConcertPictures,
  language: Language,
) {
  const own = pick(language);
  return {
    ...toCalendarConcert(row, language),
    introduction: own(row.introduction_de, row.introduction_en),
    isOnSale: row.onsale,
    /** Planned start of sale; null without one, and once it is on sale. */
    onSaleFrom: row.onsale ? null : toBerlinIso(row.on_sale_from),
    hasBoxOfficeTickets: row.has_box_office_tickets,
    /** Its start before it was moved; null unless it was. */
    postponedFrom: toBerlinIso(row.postponed_from),
    /** Why it is cancelled. */
    notice: row.cancel_reason,
    /** Of all types together. */
    available: Math.max(0, stock?.available ?? 0),
    isAcademy: row.is_academy,
    isLongNight: row.is_long_night,
    cover: pictures.cover,
    ...(pictures.photo && { photo: { ...pictures.photo, alt: pictures.photo.alt[language] } }),
    copyright: pictures.copyright[language],
    shareImage: pictures.share[language],
    panorama: pictures.panorama,
    piecesFrom: row.pieces.slice(0, MAX_LISTED_PIECES).map((piece) => ({
      composer: piece.composer.fullName,
      title: pieceLine(piece, language),
    })),
    notes: row.notes,
    product: toProduct(row, stock),
  };
}

/** What the list leaves out. */
type Detail = 'movements' | 'musicians';

/** Converts a concert for the list, which has no movements and musicians. */
export function toListEntry(concert: Concert): Concert {
  const pieces = concert.pieces.map(
    ({ movements: _movements, musicians: _musicians, ...piece }) => piece,
  );
  return { ...concert, pieces };
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

function toPiece(piece: PieceRow, language: Language) {
  const { opus, tonality, catalogue_no: number, composer, venue } = piece;
  return {
    id: piece.id,
    title: language === 'de' ? piece.title_de : piece.title_en,
    opus: opus === null ? null : formatOpus(opus, language),
    tonality: tonality === null ? null : formatTonality(tonality, language),
    catalogueNo: number === null ? null : formatCatalogueNumber(number, language),
    composer,
    movements: piece.movements,
    hasIntervalAfter: piece.interval_after,
    /** The room, if the concert has several. */
    ...(venue && { venue: pick(language)(venue.name_de, venue.name_en) }),
    musicians: piece.musicians.map((musician) => ({
      id: musician.id,
      name: nameOfMusician(musician, language),
      instrument: musician.instrument,
    })),
  };
}

function toLocation(venue: VenueRow, language: Language) {
  const own = pick(language);
  return {
    id: venue.id,
    slug: venue.slug,
    venue: own(venue.name_de, venue.name_en),
    description: own(venue.description_de, venue.description_en),
    accessNote: language === 'de' ? venue.access_note_de : venue.access_note_en,
    street: venue.street,
    postalCode: venue.postal_code,
    city: venue.city,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
}

function toProduct({ product }: ConcertRow, stock: StockRow | undefined) {
  if (product === null) return null;
  // null: the type has no quota
  const tickets = product.tickets.map((type) => ({
    ...type,
    available: stock?.quotas?.[type.id] ?? null,
  }));
  return { ...product, quantity: stock?.quantity ?? 0, tickets };
}

/** URLs of a concert's pictures, with the positions of its summits. */
export interface ConcertPictures {
  cover: string;
  thumbnail: string;
  /** A photograph instead of the drawing. */
  photo?: Photo;
  copyright: LocalizedText;
  /** Share images carry title and date, so there is one per language. */
  share: LocalizedText;
  /** Summits in performance order; x and y are fractions of the picture. */
  panorama: {
    wide: string;
    phone: string;
    summits: (Point & { piece: number; movement: number })[];
    light: string;
  };
}

/** A photograph in all its widths. */
export interface Photo {
  /** `srcset` of both formats. */
  avif: string;
  jpeg: string;
  width: number;
  height: number;
  alt: LocalizedText;
}

interface Point {
  x: number;
  y: number;
}

/** The season drawn as a panorama: one summit per concert. For phones it comes in two halves. */
export interface SeasonPictures {
  wide: string;
  phone: string;
  phoneRest: string;
  share: string;
  summits: (Point & { concertId: number })[];
  phoneSummits: (Point & { concertId: number })[];
}

/** Finds the pictures of the programme; their summits and lights are known once they are drawn. */
export interface Pictures {
  ofConcert(concertId: number): ConcertPictures;
  /** Draws those of a concert that is not published, without share images; its own are known to `find` from then on. */
  draw(row: ConcertRow): Promise<ConcertPictures>;
  ofSeason(language: Language): SeasonPictures;
}

/** For a concert whose pictures are not drawn yet. */
export const withoutPictures = (copyright: LocalizedText): ConcertPictures => ({
  cover: '',
  thumbnail: '',
  copyright,
  share: { de: '', en: '' },
  panorama: { wide: '', phone: '', summits: [], light: '' },
});
