import { berlinDate } from '../berlin-time.ts';
import type { FoldedAdmit } from './fold.ts';
import type { Reading } from './ticket-code.ts';
import { ticketStates, type OtherConcert, type TicketRow } from './wire.ts';

// The verdict of a device on what it has read (door.md 5): the same with a network and without.

/** What a device knows when it judges. */
export interface Knowledge {
  /** The concert at whose door it stands. */
  concert: OtherConcert;
  /** The programme's other concerts. */
  others: readonly OtherConcert[];
  /** Null before the first list. */
  list: { completeTo: number; tickets: ReadonlyMap<number, TicketRow> } | null;
  /** The first live admit of each ticket (DoorState). */
  live: ReadonlyMap<number, FoldedAdmit>;
}

/** A result of the door, with what its second line needs. An order's number is no result: the app shows the order. */
export type Judgement =
  | { result: 'unreadable' }
  | { result: 'unknown'; why: 'not_issued' }
  | { result: 'unknown'; why: 'never_sold'; ticketId?: number }
  | { result: 'wrong_concert' | 'wrong_day'; ticketId: number; concert: OtherConcert }
  | { result: 'void'; ticketId: number; isReplaced: boolean }
  | { result: 'already_in'; ticketId: number; admit: FoldedAdmit }
  | { result: 'admitted' | 'admitted_unlisted'; ticketId: number; typeId: number };

/** Judges a reading, from the first rule to the last. */
export function judge(
  reading: Exclude<Reading, { kind: 'order' }>,
  { concert, others, list, live }: Knowledge,
): Judgement {
  if (reading.kind === 'unreadable') return { result: 'unreadable' };
  if (reading.kind === 'forged') return { result: 'unknown', why: 'not_issued' };
  const { ticketId, concertId, ticketTypeId: typeId } = reading.payload;
  if (concertId !== concert.id) {
    const other = others.find(({ id }) => id === concertId);
    if (!other) return { result: 'unknown', why: 'never_sold', ticketId };
    const result = dateOf(other) === dateOf(concert) ? 'wrong_concert' : 'wrong_day';
    return { result, ticketId, concert: other };
  }
  const row = list?.tickets.get(ticketId);
  if (row && row[3] !== ticketStates.valid) {
    return { result: 'void', ticketId, isReplaced: row[3] === ticketStates.replaced };
  }
  const admit = live.get(ticketId);
  if (admit) return { result: 'already_in', ticketId, admit };
  if (row) return { result: 'admitted', ticketId, typeId: row[1] };
  if (!list || ticketId > list.completeTo) return { result: 'admitted_unlisted', ticketId, typeId };
  return { result: 'unknown', why: 'never_sold', ticketId };
}

const dateOf = ({ starts_at: startsAt }: OtherConcert): string => berlinDate(new Date(startsAt));
