// Date and time in Europe/Berlin, in any time zone of the machine. Zod-free, used by browser and server.

/** A moment (ISO 8601 with offset, or a Date) or a calendar day (YYYY-MM-DD). */
export type When = string | Date;

/** Date and time of day in Europe/Berlin. */
export interface BerlinDateTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  minute: number;
}

/** Berlin date and time of a moment; of a calendar day, its start. */
export function berlinParts(when: When): BerlinDateTime {
  const isDay = typeof when === 'string' && /^\d{4}-\d\d-\d\d$/.test(when);
  // both as a UTC date whose UTC fields are Berlin's
  const local = isDay ? new Date(when) : toLocal(new Date(when));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
}

/** The calendar day of a moment, YYYY-MM-DD. */
export function berlinDate(moment: Date): string {
  return toLocal(moment).toISOString().slice(0, 10);
}

/** The time of day of a moment, HH:MM. */
export function berlinTime(moment: Date): string {
  return toLocal(moment).toISOString().slice(11, 16);
}

/** A moment in responses (api.md, Conventions): 2025-08-18T19:30:00+02:00. Null stays null. */
export function toBerlinIso(moment: Date): string;
export function toBerlinIso(moment: Date | null): string | null;
export function toBerlinIso(moment: Date | null): string | null {
  if (moment === null) return null;
  const minutes = offsetAt(moment.getTime());
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  const rest = String(minutes % 60).padStart(2, '0');
  return `${toLocal(moment).toISOString().slice(0, 19)}+${hours}:${rest}`;
}

/** The moment of a Berlin time such as '2025-08-23 19:30'; an invalid Date if it does not exist. */
export function parseBerlin(local: string): Date {
  const iso = `${local.replace(' ', 'T')}:00.000Z`;
  const asUtc = Date.parse(iso);
  // Date.parse reads February 30 as March 2
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString() !== iso) return new Date(Number.NaN);
  // around a change of clocks, the first guess may have the wrong offset
  const guess = asUtc - offsetAt(asUtc) * MINUTE_MS;
  const moment = new Date(asUtc - offsetAt(guess) * MINUTE_MS);
  // the clocks skip an hour in spring
  return toLocal(moment).getTime() === asUtc ? moment : new Date(Number.NaN);
}

const MINUTE_MS = 60_000;
/** A day of 24 hours, as UTC has them. */
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time zone offsets change only at full quarter hours. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** Cached, because pages format the same moments many times and Intl is slow. */
const MAX_KNOWN_OFFSETS = 2000;

const knownOffsets = new Map<number, number>();

/** Names the offset: GMT+02:00. */
const clock = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Berlin',
  timeZoneName: 'longOffset',
});

/** A UTC date whose UTC fields are Berlin's date and time. */
function toLocal(moment: Date): Date {
  const time = moment.getTime();
  return new Date(time + offsetAt(time) * MINUTE_MS);
}

/** Minutes that Berlin is ahead of UTC. Throws a RangeError if the time is invalid. */
function offsetAt(time: number): number {
  const quarter = Math.floor(time / QUARTER_HOUR_MS);
  const known = knownOffsets.get(quarter);
  if (known !== undefined) return known;
  const name = clock.format(quarter * QUARTER_HOUR_MS);
  const [, hours, minutes] = /GMT\+(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  if (knownOffsets.size >= MAX_KNOWN_OFFSETS) knownOffsets.clear();
  knownOffsets.set(quarter, offset);
  return offset;
}
