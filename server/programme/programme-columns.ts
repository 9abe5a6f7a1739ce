// A programme's texts as columns of the database: for loading it, and for the brochure, which the build draws without
// a database.
import { parseBerlin } from '#contract/berlin-time.ts';
import type { ProgrammeConcert, ProgrammePiece, ProgrammeVenue } from './programme-format.ts';

/** The columns of table `concert` that a programme has, without keys and publication. */
export function toConcertColumns(concert: ProgrammeConcert) {
  return {
    starts_at: parseBerlin(concert.start),
    duration_minutes: concert.duration ?? null,
    title_de: concert.title.de,
    title_en: concert.title.en,
    subtitle_de: concert.subtitle.de,
    subtitle_en: concert.subtitle.en,
    introduction_de: concert.introduction.de,
    introduction_en: concert.introduction.en,
    onsale: concert.sale?.onSale ?? false,
    has_box_office_tickets: concert.sale?.ticketsAtBoxOffice ?? false,
    is_academy: concert.academy,
    is_long_night: concert.longNight,
    light_key: concert.key ?? null,
  };
}

/** The columns of table `piece` that a programme has, without keys. */
export function toPieceColumns(piece: ProgrammePiece) {
  return {
    title_de: piece.title.de,
    title_en: piece.title.en,
    opus: piece.opus ?? null,
    tonality: piece.tonality ?? null,
    catalogue_no: piece.catalogueNo ?? null,
    interval_after: piece.intervalAfter,
  };
}

/** The columns of table `venue` that a programme has, without keys. */
export function toVenueColumns(venue: ProgrammeVenue) {
  return {
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
