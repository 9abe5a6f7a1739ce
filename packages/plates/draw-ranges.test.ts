import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { planRanges } from './concert-ranges.ts';
import { drawRanges } from './draw-ranges.ts';
import type { Mountains } from './draw-ranges.ts';
import { LIGHTS } from './lights.ts';
import type { PlateConcert, PlatePiece } from './plate.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

const SPREADS = {
  cover: { margin: 0.06, sway: 1, pause: 0.35, lowest: 0.42 },
  panorama: { margin: 0.034, sway: 0, pause: 0.12, lowest: 0.42 },
};

function mountainsOf(concert: PlateConcert, view: keyof typeof SPREADS): Mountains {
  const [width, height] = view === 'cover' ? [480, 360] : [1440, 600];
  return drawRanges(planRanges(concert, SPREADS[view]), LIGHTS.firnlicht, {
    width,
    height,
    top: height * 0.1,
    horizon: height * 0.76,
    shade: 0.3,
    seed: `plate ${concert.id}`,
  });
}

/** Depth of the saddle between each summit and the next, in pixels. */
function notches({ summits, skyline }: Mountains): number[] {
  return summits.slice(1).map((right, i) => {
    const left = summits[i] ?? right;
    let lowest = 0;
    for (let x = left.x; x <= right.x; x += 0.5) lowest = Math.max(lowest, skyline(x));
    return lowest - Math.max(left.y, right.y);
  });
}

const TITLES = ['Adagio', 'Presto', 'Andante', 'Allegro', 'Menuett', 'Aria', ''];

const pieces: fc.Arbitrary<PlatePiece> = fc.record({
  composerBorn: fc.option(fc.integer({ min: 1500, max: 2000 })),
  movements: fc.array(fc.record({ title: fc.constantFrom(...TITLES) }), { maxLength: 6 }),
});

const concerts: fc.Arbitrary<PlateConcert> = fc.record({
  id: fc.integer({ min: 1, max: 9999 }),
  time: fc.constant('19:30'),
  venue: fc.constant('barn'),
  isLongNight: fc.constant(false),
  key: fc.constant('C-Dur'),
  pieces: fc.array(pieces, { minLength: 1, maxLength: 5 }),
});

it.each(['cover', 'panorama'] as const)('hides no summit behind a nearer range (%s)', (view) => {
  fc.assert(
    fc.property(concerts, (concert) => {
      const { ranges } = mountainsOf(concert, view);
      for (const [i, { summits }] of ranges.entries()) {
        for (const nearer of ranges.slice(i + 1)) {
          for (const { x, y } of summits) expect(nearer.skyline(x)).toBeGreaterThan(y + 3);
        }
      }
    }),
    { numRuns: view === 'cover' ? 40 : 8, seed: 1 },
  );
});

it.each(SAMPLE_CONCERTS.filter((concert) => concert.pieces.length === 1))(
  'keeps the movements of »$title« apart',
  (concert) => {
    expect(Math.min(...notches(mountainsOf(concert, 'cover')))).toBeGreaterThan(9);
    expect(Math.min(...notches(mountainsOf(concert, 'panorama')))).toBeGreaterThan(20);
  },
);

it('keeps 32 variations apart', () => {
  const movements = Array.from({ length: 32 }, (_, i) => ({ title: TITLES[i % 5] ?? '' }));
  const concert = { ...SAMPLE_CONCERTS[0], pieces: [{ composerBorn: 1685, movements }] };
  const mountains = mountainsOf(concert as PlateConcert, 'cover');
  expect(mountains.summits).toHaveLength(32);
  expect(Math.min(...notches(mountains))).toBeGreaterThan(4);
});
