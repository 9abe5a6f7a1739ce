import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawConcertPanorama, drawNightPanorama, drawCover } from './draw-concert-panorama.ts';
import { drawSeasonPanorama } from './draw-season-panorama.ts';
import { drawAbbeyOnPaper, drawForestEdge } from './draw-vignettes.ts';
import { LIGHTS } from './lights.ts';
import type { Plate, PlateConcert, Summit } from './plate.ts';
import { drawPlateAsSvg } from './plate-svg.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

const COVER = { width: 480, height: 360 };
const WIDE = { width: 1440, height: 600, labelBand: 150 };
const PHONE = { width: 390, height: 340, labelBand: 48 };

function sample(index: number): PlateConcert {
  const concert = SAMPLE_CONCERTS[index];
  if (!concert) throw new Error(`There is no sample ${index}.`);
  return concert;
}

function kilobytes(plate: Parameters<typeof drawPlateAsSvg>[0]): number {
  return brotliCompressSync(drawPlateAsSvg(plate)).length / 1000;
}

function fingerprint(plate: Parameters<typeof drawPlateAsSvg>[0]): string {
  return createHash('sha256').update(drawPlateAsSvg(plate)).digest('hex');
}

/** The summits from left to right as 'piece.movement'. */
function order(plate: Plate): string[] {
  return plate.summits.map((summit) => `${summit.piece}.${summit.movement}`);
}

function programmeOrder(concert: PlateConcert): string[] {
  return concert.pieces.flatMap((piece, at) => piece.movements.map((_, i) => `${at}.${i}`));
}

function distances(summits: { x: number }[]): number[] {
  return summits.slice(1).map((summit, i) => summit.x - (summits[i]?.x ?? 0));
}

function manyMovements(count: number): PlateConcert {
  const movements = Array.from({ length: count }, (_, i) => ({ title: `Variatio ${i + 1}` }));
  return { ...sample(0), id: 90, pieces: [{ composerBorn: 1685, movements }] };
}

describe('the same programme', () => {
  it('gives the same plate every time', () => {
    for (const concert of SAMPLE_CONCERTS) {
      expect(fingerprint(drawCover(concert, COVER))).toBe(
        fingerprint(drawCover(structuredClone(concert), COVER)),
      );
    }
    expect(fingerprint(drawSeasonPanorama(SAMPLE_CONCERTS, WIDE))).toBe(
      fingerprint(drawSeasonPanorama(SAMPLE_CONCERTS.toReversed(), WIDE)),
    );
  });

  it('differs from every other concert', () => {
    const covers = SAMPLE_CONCERTS.map((concert) => fingerprint(drawCover(concert, COVER)));
    expect(new Set(covers).size).toBe(SAMPLE_CONCERTS.length);
    const skylines = SAMPLE_CONCERTS.map((concert) =>
      JSON.stringify(drawCover(concert, COVER).summits.map(({ x, y }) => [x, y])),
    );
    expect(new Set(skylines).size).toBe(SAMPLE_CONCERTS.length);
  });

  it('looks different when a movement changes', () => {
    const concert = sample(6);
    const changed = structuredClone(concert);
    changed.pieces[0]?.movements.splice(0, 1, { title: 'Presto' });
    expect(fingerprint(drawCover(changed, COVER))).not.toBe(fingerprint(drawCover(concert, COVER)));
  });
});

describe('the size limit (Brotli)', () => {
  it.each(SAMPLE_CONCERTS.map((concert) => [concert.title, concert] as const))(
    'keeps the cover of »%s« within 30 kB',
    (_title, concert) => {
      expect(kilobytes(drawCover(concert, COVER))).toBeLessThan(30);
    },
  );

  it('keeps the panorama of the richest programme within 60 kB, on phones within 38 kB', () => {
    expect(kilobytes(drawConcertPanorama(sample(6), WIDE))).toBeLessThan(60);
    expect(kilobytes(drawConcertPanorama(sample(6), PHONE))).toBeLessThan(38);
  });

  it('keeps the season within 55 kB, on phones within 38 kB', () => {
    const phone = { width: 860, height: 420, axis: 'compact', margin: 26 } as const;
    expect(kilobytes(drawSeasonPanorama(SAMPLE_CONCERTS, WIDE))).toBeLessThan(55);
    expect(kilobytes(drawSeasonPanorama(SAMPLE_CONCERTS, phone))).toBeLessThan(38);
  });

  it('keeps the largest programmes within the budget of a cover', () => {
    expect(kilobytes(drawCover(manyMovements(32), COVER))).toBeLessThan(30);
    const pieces = Array.from({ length: 12 }, (_, i) => ({
      composerBorn: 1700 + i * 20,
      movements: [{ title: 'Allegro' }, { title: 'Adagio' }, { title: 'Presto' }],
    }));
    expect(kilobytes(drawCover({ ...sample(0), pieces }, COVER))).toBeLessThan(30);
  });

  it('keeps the small drawings small', () => {
    expect(kilobytes(drawAbbeyOnPaper({ width: 640, height: 260 }))).toBeLessThan(3);
    expect(kilobytes(drawForestEdge({ width: 1440, height: 90 }))).toBeLessThan(10);
  });
});

describe('summits', () => {
  const views: [string, (concert: PlateConcert) => Plate, number][] = [
    ['cover', (concert) => drawCover(concert, COVER), 0],
    ['panorama', (concert) => drawConcertPanorama(concert, WIDE), WIDE.labelBand],
    ['phone panorama', (concert) => drawConcertPanorama(concert, PHONE), PHONE.labelBand],
  ];

  it.each(views)('of a %s stand in order of performance', (_name, draw) => {
    for (const concert of SAMPLE_CONCERTS) {
      const plate = draw(concert);
      expect(order(plate)).toEqual(programmeOrder(concert));
      expect(Math.min(...distances(plate.summits))).toBeGreaterThan(plate.width * 0.02);
    }
  });

  it.each(views)(
    'of a %s stay inside the picture and below the label band',
    (_name, draw, band) => {
      for (const concert of [...SAMPLE_CONCERTS, manyMovements(32)]) {
        const plate = draw(concert);
        for (const { x, y } of plate.summits) {
          expect(x).toBeGreaterThan(8);
          expect(x).toBeLessThan(plate.width - 8);
          expect(y).toBeGreaterThan(Math.max(12, band - 1));
          expect(y).toBeLessThan(plate.height * 0.8);
        }
      }
    },
  );

  it('leave room for a label each on the wide panorama', () => {
    for (const concert of SAMPLE_CONCERTS) {
      const { summits } = drawConcertPanorama(concert, WIDE);
      const even = (WIDE.width * 0.93) / summits.length;
      expect(Math.min(...distances(summits))).toBeGreaterThan(even * 0.72);
    }
  });

  it('rise higher for a Presto than for an Adagio', () => {
    const [presto, adagio] = ['Presto', 'Adagio'].map((title) => {
      const pieces = [{ composerBorn: 1800, movements: [{ title }] }];
      return drawCover({ ...sample(0), pieces }, COVER).summits[0];
    });
    expect(presto?.y).toBeLessThan((adagio?.y ?? 0) - 40);
  });
});

describe('sun and moon', () => {
  const roomy = SAMPLE_CONCERTS.filter(
    ({ pieces }) => pieces.flatMap((piece) => piece.movements).length <= 14,
  );

  it.each(roomy)('stand between the lines to the summits of »$title«', (concert) => {
    const plate = drawConcertPanorama(concert, WIDE);
    const disc = plate.shapes.find((shape) => shape.kind === 'circle');
    if (disc?.kind !== 'circle') throw new Error('There is no disc.');
    const count = plate.summits.length;
    const lines = plate.summits.map((_, i) => WIDE.width * (0.034 + (0.932 * (i + 0.5)) / count));
    expect(Math.min(...lines.map((x) => Math.abs(x - disc.cx)))).toBeGreaterThan(disc.r);
  });
});

describe('missing data', () => {
  const concert = sample(6);

  it('draws one summit for a work without movements', () => {
    const pieces = concert.pieces.map((piece) => ({ ...piece, movements: [] }));
    const { summits } = drawCover({ ...concert, pieces }, COVER);
    expect(summits.map(({ piece, movement, title }) => ({ piece, movement, title }))).toEqual(
      [0, 1, 2].map((piece): Omit<Summit, 'x' | 'y'> => ({ piece, movement: 0, title: '' })),
    );
  });

  it('puts a work of unknown age in the middle distance', () => {
    const [first, second, third] = concert.pieces.map((piece) => piece.movements);
    const pieces = [
      { composerBorn: 1685, movements: first ?? [] },
      { composerBorn: null, movements: second ?? [] },
      { composerBorn: 1935, movements: third ?? [] },
    ];
    const known = pieces.map((piece) => ({ ...piece, composerBorn: piece.composerBorn ?? 1810 }));
    expect(fingerprint(drawCover({ ...concert, pieces }, COVER))).toBe(
      fingerprint(drawCover({ ...concert, pieces: known }, COVER)),
    );
  });

  it('draws fog with one ridge where there is no programme', () => {
    const plate = drawCover({ ...concert, key: 'A-Dur', pieces: [] }, COVER);
    expect(plate.light).toBe('nebel');
    expect(plate.summits).toEqual([]);
    const ridges = plate.shapes.filter((shape) => shape.fill === LIGHTS.nebel.far);
    expect(ridges).toHaveLength(1);
  });

  it('draws the abbey for an unknown venue and evening for an unreadable time', () => {
    const abbey = drawCover({ ...concert, venue: 'church' }, COVER);
    expect(fingerprint(drawCover({ ...concert, venue: 'attic' }, COVER))).toBe(fingerprint(abbey));
    const evening = drawCover({ ...concert, time: '19:30' }, COVER);
    expect(fingerprint(drawCover({ ...concert, time: '?' }, COVER))).toBe(fingerprint(evening));
  });
});

describe('the Long Night', () => {
  it('is drawn by moonlight whatever its key', () => {
    const night = drawNightPanorama({ ...sample(10), key: 'C-Dur' }, { width: 1440, height: 820 });
    expect(night.light).toBe('mondnacht');
    expect(Math.min(...night.summits.map((summit) => summit.y))).toBeGreaterThan(820 / 3);
  });

  it('has no star where the page writes names and numerals', () => {
    const night = drawNightPanorama(sample(10), { width: 1440, height: 820 });
    const stars = night.shapes.find((shape) => shape.kind === 'path' && shape.opacity === 0.9);
    const data = stars?.kind === 'path' ? stars.d : '';
    const heights = [...data.matchAll(/M[\d.]+ ([\d.]+)a/g)].map((match) => Number(match[1]));
    expect(heights.length).toBeGreaterThan(50);
    expect(Math.min(...heights)).toBeGreaterThan(100);
  });
});
