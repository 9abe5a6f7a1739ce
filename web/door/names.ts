import { formatDay, formatTime } from '#contract/format.ts';
import type { Book } from './book.ts';
import type { DoorConcert, DoorEvent, OtherConcert } from '#contract/door/wire.ts';
import type { Language } from '#contract/language.ts';

const pick = (german: string, english: string, language: Language) =>
  language === 'de' ? german : english;

/** A concert's title. */
export const titleOf = (concert: OtherConcert, language: Language): string =>
  pick(concert.title_german, concert.title_english, language);

/** "Samstag, 23. August 2025, 19.30 Uhr, Klosterkirche". */
export const placeOf = (concert: OtherConcert, language: Language): string =>
  [
    formatDay(concert.starts_at, language),
    formatTime(concert.starts_at, language),
    pick(concert.venue_german, concert.venue_english, language),
  ].join(', ');

type TicketType = DoorConcert['ticket_types'][number];

/** A ticket type's name. */
export const typeName = (type: TicketType, language: Language): string =>
  pick(type.name_german, type.name_english, language);

/** A ticket type's note; '' without. */
export const typeNote = (type: TicketType, language: Language): string =>
  pick(type.note_german ?? '', type.note_english ?? '', language);

/** "19.05 Uhr, Nordportal, Handy Anna": when, where and by which device. */
export const sourceOf = (event: DoorEvent, language: Language, hasDevice = true): string =>
  [formatTime(event.happened_at, language), event.entrance, hasDevice && event.device_name]
    .filter(Boolean)
    .join(', ');

/** "Normalpreis, ABCD-EFGH": what a ticket is; its id if it is in no list. */
export function ticketName(book: Book, id: number | undefined, language: Language): string {
  const row = book.ticket(id);
  if (row === undefined) return id === undefined ? '' : String(id);
  const [type] = book.typesOf([row]);
  return [type && typeName(type, language), row[2]].filter(Boolean).join(', ');
}
