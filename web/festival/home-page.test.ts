import { describe, expect, it } from 'vitest';
import type { ConcertSummary } from '../concerts/concert-summary.ts';
import { fitDates, positionClass, wordmarkClass } from './season.tsx';
import { nextConcerts } from './load-home-page.server.ts';

describe('placing without style attributes', () => {
  it('names the three digits of a share in thousandths', () => {
    expect(positionClass(0.479, 'wide')).toBe('wa4 wb7 wc9');
    expect(positionClass(0.05, 'phone')).toBe('pa0 pb5 pc0');
  });

  it('stays within the picture', () => {
    expect(positionClass(1.2, 'wide')).toBe('wa9 wb9 wc9');
    expect(positionClass(-0.1, 'wide')).toBe('wa0 wb0 wc0');
  });
});

describe('the wordmark', () => {
  it('is as large as the measure allows, and short names no larger than fits the screen', () => {
    expect(wordmarkClass(4.573)).toBe('wa4 wb3 wc7');
    expect(wordmarkClass(23)).toBe('wa0 wb8 wc6');
    expect(wordmarkClass(1)).toBe(wordmarkClass(2.3));
  });
});

describe('the dates of the season', () => {
  const at = (...places: number[]) =>
    places.map((x) => ({ wide: { x, y: 0.2 }, phone: { x, y: 0.2 } }));

  it('are large where there is room', () => {
    const days = at(0.1, 0.15, 0.9);
    expect(fitDates(days)).toEqual({ days, isDense: false });
  });

  it('are small where there is less, and stay readable in a crowd', () => {
    expect(fitDates(at(0.1, 0.13, 0.9)).isDense).toBe(true);
    expect(fitDates(at(0.1, 0.11, 0.125, 0.9)).days).toEqual(at(0.1, 0.125, 0.9));
  });

  it('may be one or none', () => {
    expect(fitDates(at(0.5))).toEqual({ days: at(0.5), isDense: false });
    expect(fitDates([])).toEqual({ days: [], isDense: false });
  });
});

describe('next concerts', () => {
  const all = ['08', '09', '18', '19', '20'].map(
    (day) => ({ id: Number(day), date: `2025-08-${day}T19:30:00+02:00` }) as ConcertSummary,
  );
  const idsAt = (now: string) => nextConcerts(all, new Date(now)).map(({ id }) => id);

  it('are the upcoming ones', () => {
    expect(idsAt('2025-08-10T12:00:00Z')).toEqual([18, 19, 20]);
  });

  it('are the first ones when the summer is over', () => {
    expect(idsAt('2026-11-01T12:00:00Z')).toEqual([8, 9, 18, 19]);
  });
});
