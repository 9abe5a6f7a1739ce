import { isDeepStrictEqual } from 'node:util';
import type * as fold from '#contract/door/fold.ts';
import type { DoorEvent, EventIn, Refusal, TicketRow, Verdict } from '#contract/door/wire.ts';
import type { Random } from './random.ts';

/** The fold, as it is or with a rule taken out. */
export type Fold = Pick<typeof fold, 'foldDoor' | 'happenedAt'>;

const CONCERT = 7;
const START = Date.parse('2025-08-23T19:00:00+02:00');
const STEP_MS = 10_000;
const DAY_MS = 86_400_000;
const refusals: Refusal[] = ['void', 'unknown', 'already_in'];

/** A device: its clock is wrong by `skewMs`, which it may know from the server. */
interface Phone {
  id: number;
  skewMs: number;
  offsetMs: number;
  made: EventIn[];
  /** As far as it has heard. */
  acked: number;
  isOffline: boolean;
}

/** What somebody has done, and when it counts. */
interface Deed extends EventIn {
  deviceId: number;
  time: number;
}

/**
 * Plays an evening in which devices have wrong clocks and no network, responses are lost, and everything arrives in
 * parts, twice and in any order. Returns how the states of the server and of a device differ from what has happened;
 * '' if they do not.
 */
export function playEvening(random: Random, { foldDoor, happenedAt }: Fold): string {
  const tickets = Array.from({ length: 12 }, (_, n) => issue(random, n + 1));
  const phones = [1, 2, 3].map((id) => turnOn(random, id));
  const stored = new Map<string, DoorEvent>();
  const deeds: Deed[] = [];
  const send = (phone: Phone, now: number) => {
    const last = phone.acked + 1 + random.below(phone.made.length - phone.acked + 1);
    for (const event of phone.made.slice(phone.acked, last)) {
      const key = `${phone.id}/${event.n}`;
      if (stored.has(key)) continue;
      const { time } = happenedAt(event, now);
      stored.set(key, toStored(phone, event, time));
      deeds.push({ ...event, deviceId: phone.id, time: timeOf(event, now) });
    }
    if (random.chance(0.7)) phone.acked = Math.min(last, phone.made.length);
  };
  for (let step = 0; step < 60; step++) {
    const now = START + step * STEP_MS;
    for (const phone of phones) {
      if (random.chance(0.1)) phone.isOffline = !phone.isOffline;
      for (let n = random.below(3); n > 0; n--) phone.made.push(act(random, phone, now));
      if (!phone.isOffline) send(phone, now);
    }
  }
  for (const phone of phones)
    while (phone.acked < phone.made.length) send(phone, START + 61 * STEP_MS);
  const truth = findTruth(tickets, deeds);
  for (const copies of [1, 2]) {
    const seen = shuffle(random, Array.from({ length: copies }, () => [...stored.values()]).flat());
    const state = summarize(foldDoor(CONCERT, shuffle(random, tickets), seen));
    for (const [name, value] of Object.entries(truth)) {
      if (!isDeepStrictEqual(state[name as keyof typeof state], value)) return name;
    }
  }
  return '';
}

function issue(random: Random, id: number): TicketRow {
  const row: TicketRow = [id, 1 + random.below(2), 'AAAA-AAAA', 0];
  if (random.chance(0.6)) return row;
  const voidedAt = new Date(START + random.below(60) * STEP_MS).toISOString();
  return [row[0], row[1], row[2], random.chance(0.5) ? 1 : 2, voidedAt];
}

function turnOn(random: Random, id: number): Phone {
  const skewMs = random.pick([0, 0, -7_200_000, 4000, 60_000, -8 * DAY_MS]);
  const offsetMs = random.chance(0.6) ? -skewMs : 0;
  return { id, skewMs, offsetMs, made: [], acked: 0, isOffline: random.chance(0.5) };
}

function act(random: Random, phone: Phone, now: number): EventIn {
  const n = phone.made.length + 1;
  const common = {
    n,
    at: new Date(now + phone.skewMs).toISOString(),
    offset_ms: phone.offsetMs,
    concert_id: random.chance(0.9) ? CONCERT : CONCERT + 1,
  };
  const ticketId = 1 + random.below(14);
  const chance = random.next();
  if (chance < 0.7) return { ...common, kind: 'admit', ticket_id: ticketId, via: 'camera' };
  if (chance < 0.8 && n > 1) {
    return { ...common, kind: 'undo', undoes: 1 + random.below(n - 1), reason: 'mistake' };
  }
  if (chance < 0.9) return { ...common, kind: 'override', ticket_id: ticketId, reason: 'outside' };
  return { ...common, kind: 'refuse', result: random.pick(refusals) };
}

const toStored = (phone: Phone, event: EventIn, time: number): DoorEvent => {
  const { at: _at, offset_ms: _offset, ...rest } = event;
  return { ...rest, device_id: phone.id, happened_at: new Date(time).toISOString() };
};

function timeOf({ at, offset_ms: offsetMs }: EventIn, receivedAt: number): number {
  const lateMs = receivedAt - (new Date(at).getTime() + offsetMs);
  return lateMs < -5000 || lateMs > 7 * DAY_MS ? receivedAt : receivedAt - lateMs;
}

/** What has happened, ticket by ticket. */
function findTruth(tickets: TicketRow[], deeds: Deed[]) {
  const nameOf = (deed: Deed) => `${deed.deviceId}:${deed.n}`;
  const isGone = (deed: Deed) =>
    deeds.some((d) => d.kind === 'undo' && d.deviceId === deed.deviceId && d.undoes === deed.n);
  const left = deeds.filter((deed) => deed.concert_id === CONCERT && !isGone(deed));
  const of = (kind: EventIn['kind']) => left.filter((deed) => deed.kind === kind);
  const verdicts: Record<string, Verdict> = {};
  const entered = new Map<TicketRow, Deed>();
  for (const admit of of('admit')) {
    const row = tickets.find(([id]) => id === admit.ticket_id);
    const isLate = row?.[4] !== undefined && admit.time >= Date.parse(row[4]);
    const isBeaten = of('admit').some(
      (other) => other.ticket_id === admit.ticket_id && isBefore(other, admit),
    );
    if (row && !isLate && !isBeaten) entered.set(row, admit);
    const inTime: Verdict = isBeaten ? 'duplicate' : 'counted';
    verdicts[nameOf(admit)] = row ? (isLate ? 'after_void' : inTime) : 'unlisted';
  }
  const expected = tickets.filter((row) => row[3] === 0 || entered.has(row));
  const admits = [...entered.values()];
  const refused = of('refuse').map(({ result = 'void' }) => result);
  return {
    attendance: entered.size,
    expected: expected.length,
    verdicts,
    overrides: of('override').length,
    refused: tally(refused),
    perMinute: tally(admits.map(({ time }) => time - (time % 60_000))),
    perDevice: tally(admits.map(({ deviceId }) => deviceId)),
    typesIn: tally([...entered.keys()].map(([, type]) => type)),
    typesExpected: tally(expected.map(([, type]) => type)),
  };
}

const isBefore = (a: Deed, b: Deed): boolean => {
  if (a.time !== b.time) return a.time < b.time;
  return a.deviceId === b.deviceId ? a.n < b.n : a.deviceId < b.deviceId;
};

function tally(values: (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** A folded state in the form of the truth. */
function summarize(state: fold.DoorState): ReturnType<typeof findTruth> {
  const types = (key: 'admitted' | 'expected') =>
    Object.fromEntries(
      [...state.perType].flatMap(([id, count]) => (count[key] > 0 ? [[id, count[key]]] : [])),
    );
  return {
    attendance: state.attendance,
    expected: state.expected,
    refused: { ...state.refused },
    verdicts: Object.fromEntries(
      state.admits.map(({ event, verdict }) => [`${event.device_id}:${event.n}`, verdict]),
    ),
    overrides: state.overrides.length,
    perMinute: Object.fromEntries(state.perMinute),
    perDevice: Object.fromEntries(state.perDevice),
    typesIn: types('admitted'),
    typesExpected: types('expected'),
  };
}

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}
