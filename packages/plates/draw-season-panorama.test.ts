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

  it('leaves the abbey out where no concert has a house, and keeps the summits', () => {
    const houseless = SAMPLE_CONCERTS.map((concert) => ({ ...concert, venue: '' }));
    const plate = drawSeasonPanorama(houseless, { ...WIDE, sky: '#E3E6EE' });
    expect(plate.summits).toEqual(summits);
    expect(plate.shapes[0]).toMatchObject({ fill: '#E3E6EE' });
    const whole = drawSeasonPanorama(SAMPLE_CONCERTS, WIDE);
    expect(plate.shapes.length).toBeLessThan(whole.shapes.length);
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

  const far = (days: number[]) => {
    const [sample] = SAMPLE_CONCERTS;
    if (!sample) throw new Error('The fixture is empty.');
    const date = (day: number) => new Date(Date.UTC(2025, 7, 1 + day)).toISOString().slice(0, 10);
    return days.map((day, id) => ({ ...sample, id, date: date(day) }));
  };
  it.each([
    ['one of twelve concerts is three months later', [...Array(11).keys(), 96]],
    [
      'twenty concerts are spread over five months',
      Array.from({ length: 20 }, (_, i) => (i * i * 0.4) | 0),
    ],
    ['forty days follow one another', [...Array(40).keys()]],
    ['there are two, five months apart', [0, 150]],
  ])('leaves room for every date where %s', (_, days) => {
    const season = far([...new Set(days)]);
    const least = Math.min(0.047, 1 / (season.length - 1));
    for (const size of [WIDE, { width: 860, height: 420, axis: 'compact' as const }]) {
      const xs = drawSeasonPanorama(season, size).summits.map(({ x }) => x / size.width);
      const gaps = xs.slice(1).map((x, i) => x - (xs[i] ?? 0));
      // a summit may stand a little beside its day
      expect(Math.min(...gaps)).toBeGreaterThan(0.91 * least - 12 / size.width);
      expect(xs[0]).toBeGreaterThan(0.02);
      expect(xs.at(-1)).toBeLessThan(0.98);
    }
  });

  it('draws a season without concerts', () => {
    expect(drawSeasonPanorama([], WIDE).summits).toEqual([]);
  });
});
