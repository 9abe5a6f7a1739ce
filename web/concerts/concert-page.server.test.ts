import { describe, expect, it } from 'vitest';
import { createConcertSummary } from './concert-summary.fixture.ts';
import { listNearbyConcerts } from './concert-page.server.ts';

describe('other concerts', () => {
  const all = [8, 9, 18, 22, 23, 24].map((id) => createConcertSummary(id));

  it('are the nearest in time, in order, without the concert itself', () => {
    expect(listNearbyConcerts(23, all).map(({ id }) => id)).toEqual([18, 22, 24]);
  });

  it('are the first ones for an unknown concert', () => {
    expect(listNearbyConcerts(99, all).map(({ id }) => id)).toEqual([8, 9, 18]);
  });
});
