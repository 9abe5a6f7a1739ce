import { describe, expect, it } from 'vitest';
import type { ConcertSummary } from '../concerts/concert-summary.ts';
import { nextConcerts } from './load-home-page.server.ts';
import { positionClass } from './season.tsx';

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
