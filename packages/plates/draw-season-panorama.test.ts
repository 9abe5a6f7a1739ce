import { describe, expect, it } from 'vitest';
import { drawSeasonPanorama } from './draw-season-panorama.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

const WIDE = { width: 1440, height: 600, labelBand: 70 };

describe('the panorama of the season', () => {
  const { summits } = drawSeasonPanorama(SAMPLE_CONCERTS, WIDE);

  it('has one summit a day, on a linear axis of time', () => {
    expect(summits.map((summit) => summit.date)).toEqual(SAMPLE_CONCERTS.map(({ date }) => date));
    const first = summits[0]?.x ?? 0;
    const day = ((summits.at(-1)?.x ?? 0) - first) / 21;
    for (const { x, date } of summits) {
      const days = Number(date.slice(-2)) - 8;
      expect(Math.abs(x - first - days * day)).toBeLessThan(12);
    }
  });

  it('is highest on the Long Night and leaves the label band free', () => {
    const highest = summits.toSorted((a, b) => a.y - b.y)[0];
    expect(highest?.concertIds).toEqual([11]);
    expect(highest?.y).toBeGreaterThan(WIDE.labelBand - 1);
  });

  it('joins the concerts of one day, by time', () => {
    const [first, second] = SAMPLE_CONCERTS;
    if (!first || !second) throw new Error('The fixture is empty.');
    const sameDay = [{ ...first, date: second.date }, second];
    const plate = drawSeasonPanorama(sameDay, WIDE);
    expect(plate.summits.map((summit) => summit.concertIds)).toEqual([[2, 1]]);
  });

  it('brings summits closer together on a compact axis', () => {
    const phone = drawSeasonPanorama(SAMPLE_CONCERTS, {
      width: 860,
      height: 420,
      axis: 'compact',
      margin: 26,
    });
    const gaps = phone.summits.slice(1).map((summit, i) => summit.x - (phone.summits[i]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(40);
    expect(Math.max(...gaps)).toBeLessThan(260);
  });

  it('draws a season without concerts', () => {
    expect(drawSeasonPanorama([], WIDE).summits).toEqual([]);
  });
});
