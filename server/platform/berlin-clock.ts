import { berlinOffset } from './wire.ts';

/** A moment as Europe/Berlin's clock and calendar show it. */
function local(date: Date): string {
  return new Date(date.getTime() + berlinOffset(date) * 60_000).toISOString();
}

/** YYYY-MM-DD in Europe/Berlin. */
export function berlinDay(date: Date): string {
  return local(date).slice(0, 10);
}

/** HH:MM in Europe/Berlin. */
export function berlinTime(date: Date): string {
  return local(date).slice(11, 16);
}
