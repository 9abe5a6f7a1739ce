import { describe, expect, test } from 'vitest';
import { foldDoor } from './fold.ts';
import { judge, type Knowledge } from './judge.ts';
import type { DoorEvent, OtherConcert, TicketRow } from './wire.ts';

const concertAt = (id: number, startsAt: string): OtherConcert => ({
  id,
  title_german: '',
  title_english: '',
  venue_german: '',
  venue_english: '',
  starts_at: startsAt,
});
const matinee = concertAt(1, '2025-08-23T11:00:00+02:00');
const evening = concertAt(2, '2025-08-23T19:30:00+02:00');
// the next day in Berlin, the same day in UTC
const night = concertAt(3, '2025-08-24T00:30:00+02:00');
const tickets: TicketRow[] = [
  [501, 11, 'AAAA-AAAA', 0],
  [502, 11, 'AAAA-AAAA', 1, '2025-08-20T12:00:00+02:00'],
  [503, 12, 'AAAA-AAAA', 2, '2025-08-20T12:00:00+02:00'],
  [504, 12, 'CCCC-CCCC', 0],
  [505, 12, 'CCCC-CCCC', 1, '2025-08-23T19:07:00+02:00'],
];
const admit = (ticketId: number, n: number): DoorEvent => ({
  device_id: 1,
  n,
  kind: 'admit',
  concert_id: 2,
  ticket_id: ticketId,
  via: 'camera',
  happened_at: '2025-08-23T19:05:00+02:00',
});
const events = [admit(504, 1), admit(505, 2), admit(9000, 3)];
const { live } = foldDoor(2, tickets, events);
const knowledge: Knowledge = {
  concert: evening,
  others: [matinee, night],
  live,
  list: { completeTo: 600, tickets: new Map(tickets.map((row) => [row[0], row])) },
};
const ticket = (ticketId: number, concertId = 2) =>
  ({ kind: 'ticket', payload: { ticketId, concertId, ticketTypeId: 11 } }) as const;

describe('the order of judging', () => {
  test.each([
    ['no code', { kind: 'unreadable' } as const, { result: 'unreadable' }],
    ['a bad signature', { kind: 'forged' } as const, { result: 'unknown', why: 'not_issued' }],
    ['another concert of the date', ticket(7, 1), { result: 'wrong_concert', concert: matinee }],
    ['a concert of another date', ticket(7, 3), { result: 'wrong_day', concert: night }],
    ['not in the programme', ticket(7, 4), { result: 'unknown', why: 'never_sold' }],
    ['cancelled', ticket(502), { result: 'void', isReplaced: false }],
    ['replaced', ticket(503), { result: 'void', isReplaced: true }],
    ['cancelled after an admission', ticket(505), { result: 'void', isReplaced: false }],
    ['admitted', ticket(504), { result: 'already_in' }],
    ['admitted, not in the list', ticket(9000), { result: 'already_in' }],
    ['valid', ticket(501), { result: 'admitted', typeId: 11 }],
    ['newer than the list', ticket(601), { result: 'admitted_unlisted', typeId: 11 }],
    ['not newer than the list', ticket(600), { result: 'unknown', why: 'never_sold' }],
  ])('%s', (_, reading, expected) => {
    expect(judge(reading, knowledge)).toMatchObject(expected);
  });

  test('without a list, a good signature is enough', () => {
    expect(judge(ticket(501), { ...knowledge, list: null })).toMatchObject({
      result: 'admitted_unlisted',
    });
  });

  test('names the admission that was first', () => {
    const judgement = judge(ticket(504), knowledge);
    expect(judgement).toMatchObject({ admit: { event: { n: 1 } } });
  });
});
