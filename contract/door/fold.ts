import type { DoorEvent, EventIn, Refusal, TicketRow, Verdict } from './wire.ts';

// What happened at the door of a concert, from everything that is known of it (door.md 6). App and server fold by
// this function alone; the order, the parts and the repetitions in which events arrive change nothing. It imports
// types only, so that its test can run it with a rule taken out.

/** What an admit is, with the admit that counts for its ticket. */
export interface FoldedAdmit {
  event: DoorEvent;
  /** Milliseconds since 1970. */
  time: number;
  verdict: Verdict;
  /** The first live admit of the ticket. */
  first: DoorEvent;
}

/** How many of a ticket type are in, of how many. */
interface TypeCount {
  admitted: number;
  expected: number;
}

/** The state of a concert's door. */
export interface DoorState {
  /** Tickets with an admit that counts. */
  attendance: number;
  /** Tickets that are not void, or were admitted before they became void. */
  expected: number;
  /** Every admit that nobody has undone, in the order of time. */
  admits: FoldedAdmit[];
  /** The first live admit of each ticket, by the ticket's id: whoever shows it again is already in. */
  live: Map<number, FoldedAdmit>;
  overrides: DoorEvent[];
  /** How many were refused and nobody has undone it, by the result. */
  refused: Partial<Record<Refusal, number>>;
  /** By the start of the minute, in milliseconds since 1970. */
  perMinute: Map<number, number>;
  /** By the type's id. */
  perType: Map<number, TypeCount>;
  /** Admits that count, by the device's id. */
  perDevice: Map<number, number>;
  /** The keys of all events that somebody has undone. */
  undone: Set<string>;
}

const MINUTE_MS = 60_000;

/** Names an event: a device never uses a number twice. */
export const eventKey = (event: Pick<DoorEvent, 'device_id' | 'n'>): string =>
  `${event.device_id}:${event.n}`;

const LATEST_AHEAD_MS = 5000;
const OLDEST_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * When an event happened, in milliseconds since 1970: by the device's clock and its distance from the server's, unless
 * that lies in the future or more than 7 days back; then the moment of receipt.
 */
export function happenedAt(
  { at, offset_ms: offsetMs }: Pick<EventIn, 'at' | 'offset_ms'>,
  receivedAt: number,
): { time: number; isClockWrong: boolean } {
  const time = Date.parse(at) + offsetMs;
  const isClockWrong = time > receivedAt + LATEST_AHEAD_MS || time < receivedAt - OLDEST_MS;
  return { time: isClockWrong ? receivedAt : time, isClockWrong };
}

/** Folds the events of a concert over its tickets. */
export function foldDoor(
  concertId: number,
  tickets: Iterable<TicketRow>,
  events: Iterable<DoorEvent>,
): DoorState {
  const known = new Map<string, DoorEvent>();
  for (const event of events) known.set(eventKey(event), event);
  const all = [...known.values()];
  const undone = new Set(
    all.flatMap((event) =>
      event.kind === 'undo' && event.undoes !== undefined
        ? [eventKey({ device_id: event.device_id, n: event.undoes })]
        : [],
    ),
  );
  const ours = all.filter(
    (event) => event.concert_id === concertId && !undone.has(eventKey(event)),
  );
  const rows = new Map([...tickets].map((row) => [row[0], row]));
  const admits = ours
    .filter((event) => event.kind === 'admit')
    .map((event) => ({ event, time: Date.parse(event.happened_at) }))
    .toSorted(byTime);
  const state: DoorState = {
    attendance: 0,
    expected: 0,
    admits: [],
    live: new Map(),
    refused: {},
    undone,
    perMinute: new Map(),
    perType: new Map(),
    perDevice: new Map(),
    overrides: ours.filter((event) => event.kind === 'override'),
  };
  const counted = new Set<number>();
  for (const { event, time } of admits) addAdmit(state, counted, rows, event, time);
  for (const row of rows.values()) addExpected(state, counted, row);
  for (const { kind, result } of ours) {
    if (kind === 'refuse' && result) state.refused[result] = (state.refused[result] ?? 0) + 1;
  }
  return state;
}

interface Timed {
  event: DoorEvent;
  time: number;
}

const byTime = (a: Timed, b: Timed): number =>
  a.time - b.time || a.event.device_id - b.event.device_id || a.event.n - b.event.n;

function addAdmit(
  state: DoorState,
  counted: Set<number>,
  rows: ReadonlyMap<number, TicketRow>,
  event: DoorEvent,
  time: number,
): void {
  const id = event.ticket_id ?? 0;
  const row = rows.get(id);
  const verdict = verdictOf(row, time, counted.has(id));
  const first = state.live.get(id)?.event ?? event;
  const admit = { event, time, verdict, first };
  state.admits.push(admit);
  if (!state.live.has(id)) state.live.set(id, admit);
  if (verdict !== 'counted' || !row) return;
  counted.add(id);
  state.attendance++;
  typeOf(state, row).admitted++;
  const minute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
  state.perMinute.set(minute, (state.perMinute.get(minute) ?? 0) + 1);
  state.perDevice.set(event.device_id, (state.perDevice.get(event.device_id) ?? 0) + 1);
}

function verdictOf(row: TicketRow | undefined, time: number, isCounted: boolean): Verdict {
  if (!row) return 'unlisted';
  const voidedAt = row[4];
  if (voidedAt !== undefined && time >= Date.parse(voidedAt)) return 'after_void';
  return isCounted ? 'duplicate' : 'counted';
}

function addExpected(state: DoorState, counted: ReadonlySet<number>, row: TicketRow): void {
  if (row[3] !== 0 && !counted.has(row[0])) return;
  state.expected++;
  typeOf(state, row).expected++;
}

function typeOf(state: DoorState, [, typeId]: TicketRow): TypeCount {
  const count = state.perType.get(typeId) ?? { admitted: 0, expected: 0 };
  state.perType.set(typeId, count);
  return count;
}
