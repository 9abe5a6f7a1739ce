import { describe, expect, it } from 'vitest';
import { groupByDay } from './concert-summary.ts';

const concert = (id: number, date: string) => ({ id, date: `${date}T19:30:00+02:00` });

describe('days', () => {
  it('hold their concerts in order', () => {
    const days = groupByDay([
      concert(8, '2025-08-08'),
      concert(1, '2025-08-09'),
      concert(2, '2025-08-09'),
    ]);
    expect(days.map(({ day, concerts }) => [day, concerts.length])).toEqual([
      ['2025-08-08', 1],
      ['2025-08-09', 2],
    ]);
  });
});
