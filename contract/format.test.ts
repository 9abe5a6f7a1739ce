import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateRange,
  formatDays,
  formatDay,
  formatDayAndTime,
  formatMinutes,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPrice,
  formatTime,
  formatWait,
  formatWeekday,
  minutesBefore,
} from './format.ts';

const NBSP = '\u00a0';
const EVENING = '2025-08-23T19:30:00+02:00';

describe('money', () => {
  it('has two decimals, and its sign where the language puts it', () => {
    expect(formatMoney(2600, 'de')).toBe(`26,00${NBSP}€`);
    expect(formatMoney(2600, 'en')).toBe('€26.00');
    expect(formatMoney(123_450, 'de')).toBe(`1.234,50${NBSP}€`);
    expect(formatMoney(123_450, 'en')).toBe('€1,234.50');
    expect(formatMoney(-450, 'en')).toBe('−€4.50');
    expect(formatMoney(0, 'de')).toBe(`0,00${NBSP}€`);
  });

  it('omits zero cents within sentences', () => {
    expect(formatPrice(1800, 'de')).toBe(`18${NBSP}€`);
    expect(formatPrice(2450, 'de')).toBe(`24,50${NBSP}€`);
    expect(formatPrice(1800, 'en')).toBe('€18');
  });

  it('groups large numbers', () => {
    expect(formatNumber(12_000, 'de')).toBe('12.000');
    expect(formatNumber(12_000, 'en')).toBe('12,000');
  });
});

describe('times', () => {
  it('are those of Europe/Berlin, in any time zone of the machine', () => {
    expect(process.env.TZ).toBe('Pacific/Auckland');
    expect(formatTime(EVENING, 'de')).toBe(`19.30${NBSP}Uhr`);
    expect(formatTime('2025-08-23T17:30:00Z', 'de')).toBe(`19.30${NBSP}Uhr`);
    expect(formatTime('2025-12-01T23:30:00Z', 'de')).toBe(`0.30${NBSP}Uhr`);
  });

  it('use twelve hours in English', () => {
    expect(formatTime(EVENING, 'en')).toBe(`7.30${NBSP}pm`);
    expect(formatTime('2025-08-09T11:00:00+02:00', 'en')).toBe(`11.00${NBSP}am`);
    expect(formatTime('2025-08-09T00:05:00+02:00', 'en')).toBe(`12.05${NBSP}am`);
    expect(formatTime('2025-08-09T12:00:00+02:00', 'en')).toBe(`12.00${NBSP}pm`);
  });

  it('include the time when the doors open', () => {
    expect(formatTime(minutesBefore(EVENING, 30), 'de')).toBe(`19.00${NBSP}Uhr`);
    expect(formatMinutes(110, 'de')).toBe(`110${NBSP}Minuten`);
    expect(formatMinutes(360, 'de')).toBe(`6${NBSP}Stunden`);
    expect(formatMinutes(120, 'en')).toBe(`2${NBSP}hours`);
  });

  it('round a wait up to minutes', () => {
    expect(formatWait(1, 'de')).toBe('einen Moment');
    expect(formatWait(60, 'de')).toBe('eine Minute');
    expect(formatWait(61, 'en')).toBe(`2${NBSP}minutes`);
  });
});

describe('dates', () => {
  it('are the same for a moment and a calendar day', () => {
    for (const when of [EVENING, '2025-08-23']) {
      expect(formatDate(when, 'de')).toBe(`23.${NBSP}August 2025`);
      expect(formatDay(when, 'en')).toBe(`Saturday, 23${NBSP}August 2025`);
    }
  });

  it('can omit the year', () => {
    expect(formatDate(EVENING, 'de', false)).toBe(`23.${NBSP}August`);
    expect(formatDayAndTime(EVENING, 'de', false)).toBe(
      `Samstag, 23.${NBSP}August, 19.30${NBSP}Uhr`,
    );
  });

  it('name weekday and month', () => {
    expect(formatWeekday(EVENING, 'de', 'short')).toBe('Sa');
    expect(formatWeekday(EVENING, 'en', 'short')).toBe('Sat');
    expect(formatMonth('2025-03-01', 'de')).toBe('März');
  });

  it('join to ranges with an en dash', () => {
    expect(formatDateRange('2025-08-08', '2025-08-29', 'de')).toBe(`8.–29.${NBSP}August 2025`);
    expect(formatDateRange('2025-08-08', '2025-08-29', 'en')).toBe(`8–29${NBSP}August 2025`);
    expect(formatDateRange('2025-07-30', '2025-08-02', 'de')).toBe(
      `30.${NBSP}Juli – 2.${NBSP}August 2025`,
    );
    expect(formatDateRange('2025-12-30', '2026-01-02', 'en')).toBe(
      `30${NBSP}December 2025 – 2${NBSP}January 2026`,
    );
    expect(formatDateRange('2025-08-08', '2025-08-08', 'de')).toBe(`8.${NBSP}August 2025`);
  });

  it('name both months of days that lie in two', () => {
    const across = ['2025-07-28', '2025-08-03'] as const;
    expect(formatDays(...across, 'de')).toBe(`28.${NBSP}Juli – 3.${NBSP}August`);
    expect(formatDays(...across, 'en')).toBe(`28${NBSP}July – 3${NBSP}August`);
    expect(formatDays('2025-08-11', '2025-08-15', 'de')).toBe('11.–15.');
    expect(formatDays('2025-08-11', '2025-08-15', 'en')).toBe('11–15');
    expect(formatDays('2025-08-11', '2025-08-11', 'de')).toBe('11.');
  });
});
