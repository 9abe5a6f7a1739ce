import type { Point } from './load-home-page.server.ts';

/**
 * Least distance of two dates, as a share of the picture's width: weekday over a large number, and a small number
 * alone. Measured where the text is largest beside the picture, at 56.25em (wide) and 46.25em (phone).
 */
const room = {
  wide: { large: 0.0305, small: 0.0165 },
  phone: { large: 0.044, small: 0.0195 },
};

type Placed = Record<'wide' | 'phone', Point>;

/** The dates that fit over their summits, and whether only as small numbers. The first of a crowd stays. */
export function fitDates<Day extends Placed>(days: Day[]): { days: Day[]; isDense: boolean } {
  const fits = (day: Day, before: Day | undefined, size: 'large' | 'small') =>
    before === undefined ||
    (day.wide.x - before.wide.x >= room.wide[size] &&
      day.phone.x - before.phone.x >= room.phone[size]);
  const fitting: Day[] = [];
  for (const day of days) if (fits(day, fitting.at(-1), 'small')) fitting.push(day);
  return { days: fitting, isDense: !days.every((day, i) => fits(day, days[i - 1], 'large')) };
}
