// How money and moments look on the wire (api.md, Conventions).
import { rememberEach } from './remember.ts';

/** Cents as EUR with at most two decimals. */
export function toEuro(cents: number): number {
  return cents / 100;
}

const berlin = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Berlin',
  timeZoneName: 'longOffset',
});

/** In ms: the offset of a time zone changes at full quarters of an hour. */
const QUARTER = 15 * 60_000;

/** Minutes that Europe/Berlin is ahead of UTC at this moment. */
export function berlinOffset(date: Date): number {
  return offsetOfQuarter(Math.floor(date.getTime() / QUARTER));
}

const offsetOfQuarter = rememberEach((quarter: number): number => {
  const parts = berlin.formatToParts(quarter * QUARTER);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
});

/** ISO 8601 with the offset of Europe/Berlin: 2025-08-18T19:30:00+02:00. */
export function toMoment(date: Date): string {
  const offset = berlinOffset(date);
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** A moment, or null where there is none. */
export function toMomentOrNull(date: Date | null): string | null {
  return date === null ? null : toMoment(date);
}
