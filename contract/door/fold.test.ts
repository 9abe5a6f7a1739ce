import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { playEvening, type Fold } from '#test/simulation/door-evening.ts';
import { Random } from '#test/simulation/random.ts';
import * as fold from './fold.ts';
import { eventKey, foldDoor, happenedAt } from './fold.ts';

import type { DoorEvent, EventKind, TicketRow } from './wire.ts';

const at = (time: string) => `2025-08-23T${time}:00.000+02:00`;
const event = (
  [deviceId, n]: [number, number],
  kind: EventKind,
  time: string,
  rest: Partial<DoorEvent> = {},
): DoorEvent => ({
  device_id: deviceId,
  n,
  kind,
  concert_id: 7,
  happened_at: at(time),
  ...rest,
});
const admit = (from: [number, number], time: string, ticketId = 501) =>
  event(from, 'admit', time, { ticket_id: ticketId, via: 'camera' });
const tickets: TicketRow[] = [
  [501, 1, 'AAAA-AAAA', 0],
  [502, 1, 'AAAA-AAAA', 0],
  [503, 2, 'AAAA-AAAA', 0],
];
const voided: TicketRow[] = [[501, 1, 'AAAA-AAAA', 1, at('19:07')]];
const a1 = admit([1, 1], '19:05');
const b1 = admit([2, 1], '19:10');

describe('the fold', () => {
  test('W1: of two admits offline the earlier counts, whoever syncs first', () => {
    for (const events of [
      [a1, b1],
      [b1, a1],
      [b1, a1, b1],
    ]) {
      const state = foldDoor(7, tickets, events);
      expect(state).toMatchObject({ attendance: 1, expected: 3 });
      expect(state.admits).toMatchObject([
        { event: a1, verdict: 'counted', first: a1 },
        { event: b1, verdict: 'duplicate', first: a1 },
      ]);
      expect(state.perDevice).toEqual(new Map([[1, 1]]));
      expect(state.perMinute).toEqual(new Map([[Date.parse(at('19:05')), 1]]));
    }
  });

  test('W2: after an undo the other one counts, also if the undo arrives first', () => {
    const undo = event([1, 2], 'undo', '19:11', { undoes: 1, reason: 'mistake' });
    for (const events of [
      [a1, b1, undo],
      [undo, b1, a1],
    ]) {
      const state = foldDoor(7, tickets, events);
      expect(state.attendance).toBe(1);
      expect(state.admits).toMatchObject([{ event: b1, verdict: 'counted' }]);
      expect(state.undone).toEqual(new Set([eventKey(a1)]));
    }
  });

  test('W3: an admit counts until the ticket becomes void', () => {
    expect(foldDoor(7, voided, [a1])).toMatchObject({ attendance: 1, expected: 1 });
    for (const time of ['19:07', '19:09']) {
      const state = foldDoor(7, voided, [admit([1, 1], time)]);
      expect(state).toMatchObject({ attendance: 0, expected: 0 });
      expect(state.admits).toMatchObject([{ verdict: 'after_void' }]);
    }
  });

  test('at the same moment the lower device counts, then the lower number', () => {
    const events = [admit([2, 1], '19:05'), admit([1, 3], '19:05'), admit([1, 2], '19:05')];
    expect(foldDoor(7, tickets, events).admits.map(({ event: { n } }) => n)).toEqual([2, 3, 1]);
  });

  test('overrides and refusals admit nobody; tickets that nobody knows are unlisted', () => {
    const state = foldDoor(7, tickets, [
      event([1, 1], 'override', '19:05', { ticket_id: 501, reason: 'outside' }),
      event([1, 2], 'refuse', '19:05', { result: 'void' }),
      event([1, 3], 'refuse', '19:05', { result: 'void', ticket_id: 502 }),
      admit([1, 4], '19:06', 9000),
      { ...admit([1, 5], '19:06'), concert_id: 8 },
    ]);
    expect(state).toMatchObject({ attendance: 0, expected: 3, refused: { void: 2 } });
    expect(state.overrides).toHaveLength(1);
    expect(state.admits).toMatchObject([{ verdict: 'unlisted' }]);
    expect(state.live.has(9000)).toBe(true);
    expect(state.perType).toEqual(
      new Map([
        [1, { admitted: 0, expected: 2 }],
        [2, { admitted: 0, expected: 1 }],
      ]),
    );
  });

  test('W5: a slow clock with its offset sorts rightly; a wrong one gets the time of receipt', () => {
    const received = Date.parse(at('19:20'));
    expect(happenedAt({ at: at('17:04'), offset_ms: 7_200_000 }, received)).toEqual({
      time: Date.parse(at('19:04')),
      isClockWrong: false,
    });
    expect(happenedAt({ at: at('17:04'), offset_ms: 0 }, received)).toEqual({
      time: Date.parse(at('17:04')),
      isClockWrong: false,
    });
    for (const offset of [5001, -7 * 86_400_000 - 1])
      expect(happenedAt({ at: at('19:20'), offset_ms: offset }, received)).toEqual({
        time: received,
        isClockWrong: true,
      });
    for (const offset of [5000, -7 * 86_400_000])
      expect(happenedAt({ at: at('19:20'), offset_ms: offset }, received).isClockWrong).toBe(false);
  });
});

describe('an evening of devices, clocks, lost answers and orders of sync', () => {
  const seeds = Array.from({ length: 60 }, (_, n) => n + 1);

  test('everybody ends with the same state, and it is what has happened', () => {
    for (const seed of seeds) expect(playEvening(new Random(seed), fold), `seed ${seed}`).toBe('');
  });

  /** What each rule is in the code, and the code without it. */
  const mutants: [rule: string, text: string, instead: string][] = [
    [
      'the same event twice is one',
      'known.set(eventKey(event), event)',
      'known.set(String(known.size), event)',
    ],
    ['an undone event is gone', '&& !undone.has(eventKey(event))', ''],
    ['a device undoes its own events', 'n: event.undoes })', 'n: event.n })'],
    ['a concert has its own events', 'event.concert_id === concertId &&', ''],
    ['the earliest admit counts', 'a.time - b.time ||', ''],
    ['then that of the lower device', 'a.event.device_id - b.event.device_id ||', ''],
    ['then that of the lower number', '|| a.event.n - b.event.n', ''],
    ['a ticket counts once', "isCounted ? 'duplicate' : 'counted'", "'counted'"],
    ['nobody enters after the ticket became void', 'time >= Date.parse(voidedAt)', 'false'],
    ['also not in that moment', 'time >= Date.parse(voidedAt)', 'time > Date.parse(voidedAt)'],
    ['whoever entered before counts', 'time >= Date.parse(voidedAt)', 'true'],
    ['an unknown ticket is unlisted', "return 'unlisted'", "return 'counted'"],
    ['only admits admit', "event.kind === 'admit'", "event.kind !== 'refuse'"],
    ['void tickets are not expected', 'row[3] !== 0 && !counted.has(row[0])', 'false'],
    ['but admitted ones are', 'row[3] !== 0 && !counted.has(row[0])', 'row[3] !== 0'],
    ['a clock ahead gets the time of receipt', 'time > receivedAt + LATEST_AHEAD_MS ||', ''],
    ['a clock far behind, too', '|| time < receivedAt - OLDEST_MS', ''],
    ['the offset corrects the clock', 'Date.parse(at) + offsetMs', 'Date.parse(at)'],
    ['a refusal is counted by its result', 'state.refused[result] = ', 'state.refused.void = '],
  ];

  test.each(mutants)('fails without: %s', async (_, text, instead) => {
    const source = stripTypeScriptTypes(
      await readFile(new URL('fold.ts', import.meta.url), 'utf8'),
    );
    expect(source.split(text)).toHaveLength(2);
    const code = encodeURIComponent(source.replace(text, instead));
    const mutant = (await import(`data:text/javascript,${code}`)) as Fold;
    expect(seeds.some((seed) => playEvening(new Random(seed), mutant) !== '')).toBe(true);
  });
});
