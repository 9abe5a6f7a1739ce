import { parseBerlin } from '#contract/berlin-time.ts';
import type { ConcertRow, PieceRow, VenueRow } from '../concerts/find-programme.ts';
import type { Programme, ProgrammeConcert, ProgrammePiece } from '../programme/programme-format.ts';

/** These rows come from files, and the brochure prints no ids. */
const NO_ID = 0;

/**
 * Converts a programme to the rows a database would return, so that the build can draw the demonstration's brochure.
 */
export function toConcertRows(programme: Programme): ConcertRow[] {
  return programme.concerts
    .filter(({ published }) => published)
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .map((concert) => concertRow(programme, concert));
}

function concertRow(programme: Programme, concert: ProgrammeConcert): ConcertRow {
  return {
    id: NO_ID,
    slug: concert.slug,
    starts_at: parseBerlin(concert.start),
    duration_minutes: concert.duration ?? null,
    title_de: concert.title.de,
    title_en: concert.title.en,
    subtitle_de: concert.subtitle.de,
    subtitle_en: concert.subtitle.en,
    introduction_de: concert.introduction.de,
    introduction_en: concert.introduction.en,
    onsale: concert.sale?.onSale ?? false,
    is_academy: concert.academy,
    is_long_night: concert.longNight,
    light_key: concert.key ?? null,
    venue: venueRow(programme, concert.venue),
    notes: concert.information.map(({ type, text }) => ({
      id: NO_ID,
      info_type: type,
      text_de: text.de,
      text_en: text.en,
    })),
    pieces: concert.pieces.map((piece) => pieceRow(programme, concert, piece)),
    product: productRow(programme, concert),
  };
}

function venueRow({ venues }: Programme, slug: string): VenueRow {
  const venue = venues[slug];
  if (venue === undefined) throw new Error(`no venue ${slug}`);
  return {
    id: NO_ID,
    slug,
    name_de: venue.name.de,
    name_en: venue.name.en,
    description_de: venue.description.de,
    description_en: venue.description.en,
    access_note_de: venue.accessibility.de,
    access_note_en: venue.accessibility.en,
    street: venue.street,
    postal_code: venue.postalCode,
    city: venue.city,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
}

function pieceRow(
  { composers, instruments }: Programme,
  { musicians }: ProgrammeConcert,
  piece: ProgrammePiece,
): PieceRow {
  const composer = composers[piece.composer];
  return {
    id: NO_ID,
    title_de: piece.title.de,
    title_en: piece.title.en,
    opus: piece.opus ?? null,
    tonality: piece.tonality ?? null,
    catalogue_no: piece.catalogueNo ?? null,
    interval_after: piece.intervalAfter,
    composer: {
      id: NO_ID,
      full_name: composer?.name ?? '',
      born: composer?.born ?? null,
      died: composer?.died ?? null,
    },
    movements: piece.movements.map(({ title, lang }) => ({ id: NO_ID, title, lang })),
    musicians: (piece.playedBy ?? Object.keys(musicians)).map((name) => {
      const instrument = instruments[musicians[name] ?? ''];
      return {
        id: NO_ID,
        full_name: name,
        instrument_de: instrument?.de ?? '',
        instrument_en: instrument?.en ?? '',
      };
    }),
  };
}

function productRow({ ticketTypes }: Programme, { sale }: ProgrammeConcert): ConcertRow['product'] {
  if (sale === undefined) return null;
  return {
    id: NO_ID,
    max_per_order: 0,
    ticket_types: Object.entries(sale.prices).map(([slug, price]) => {
      const type = ticketTypes[slug];
      return {
        id: NO_ID,
        price_cents: Math.round(price * 100),
        name_de: type?.name.de ?? '',
        name_en: type?.name.en ?? '',
        note_de: type?.note?.de ?? null,
        note_en: type?.note?.en ?? null,
        max_per_order: null,
        only_with: [],
      };
    }),
  };
}
