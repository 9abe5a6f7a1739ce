import type { ConcertRow, PieceRow, VenueRow } from '#server/programme/list-concert-rows.ts';
import {
  toConcertColumns,
  toPieceColumns,
  toSaleColumns,
  toVenueColumns,
} from '#server/programme/upsert-row.ts';
import type {
  Programme,
  ProgrammeConcert,
  ProgrammePiece,
} from '#server/programme/programme-format.ts';

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
    ...toConcertColumns(concert),
    ...toSaleColumns(concert),
    cancelled_at: null,
    postponed_from: null,
    cancel_reason: null,
    // the build has no photographs
    cover: null,
    venue: venueRow(programme, concert.venue),
    notes: concert.information.map(({ type, text }) => ({ id: NO_ID, type, text })),
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
    ...toVenueColumns(venue),
  };
}

const nameOf = ({ name_de, name_en }: VenueRow) => ({ name_de, name_en });

function pieceRow(
  programme: Programme,
  { musicians }: ProgrammeConcert,
  piece: ProgrammePiece,
): PieceRow {
  const { composers, instruments } = programme;
  const composer = composers[piece.composer];
  return {
    id: NO_ID,
    ...toPieceColumns(piece),
    composer: {
      id: NO_ID,
      fullName: composer?.name ?? '',
      yearOfBirth: composer?.born ?? null,
      yearOfDeath: composer?.died ?? null,
    },
    movements: piece.movements.map(({ title, lang }) => ({ id: NO_ID, title, lang })),
    venue: piece.venue === undefined ? null : nameOf(venueRow(programme, piece.venue)),
    musicians: (piece.playedBy ?? Object.keys(musicians)).map((name) => {
      const player = musicians[name];
      return {
        id: NO_ID,
        full_name: name,
        full_name_en: player?.en ?? null,
        instrument: instruments[player?.instrument ?? ''] ?? { de: '', en: '' },
      };
    }),
  };
}

function productRow({ ticketTypes }: Programme, { sale }: ProgrammeConcert): ConcertRow['product'] {
  if (sale === undefined) return null;
  return {
    id: NO_ID,
    maxPerOrder: 0,
    tickets: Object.entries(sale.prices).map(([slug, price]) => {
      const type = ticketTypes[slug];
      return {
        id: NO_ID,
        priceCents: Math.round(price * 100),
        name: type?.name ?? { de: '', en: '' },
        note: type?.note ?? { de: null, en: null },
        maxPerOrder: null,
        onlyWith: [],
      };
    }),
  };
}
