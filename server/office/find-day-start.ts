import { DAY_MS, parseBerlin } from '#contract/berlin-time.ts';

const LAST_DAY = '9999-12-31';

/**
 * The start of a Berlin day such as 2026-08-22, or of a later one; null for a day that does not exist or lies beyond
 * the year 9999.
 */
export function findDayStart(day: string | undefined, plusDays = 0): Date | null {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const start = parseBerlin(`${day} 00:00`);
  if (Number.isNaN(start.getTime())) return null;
  const later = new Date(Date.parse(`${day}T00:00:00Z`) + plusDays * DAY_MS);
  if (later.getTime() > Date.parse(LAST_DAY)) return null;
  return parseBerlin(`${later.toISOString().slice(0, 10)} 00:00`);
}
