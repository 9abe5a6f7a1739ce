import { expect, test } from 'vitest';
import { drawSeasonPanorama } from './draw-season-panorama.ts';
import { cropPlate, drawPlateAsSvg, rasterize } from './plate-svg.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

const whole = drawSeasonPanorama(SAMPLE_CONCERTS, { width: 860, height: 420, axis: 'compact' });

test.each([
  [0, 430],
  [429, 860],
  [200, 300],
])('from %i to %i it looks as the whole does there, and is much smaller', async (from, to) => {
  const part = cropPlate(whole, from, to);
  const place = { left: from, width: to - from, height: whole.height };
  const options = { width: 3 * place.width };
  const seen = await rasterize(drawPlateAsSvg({ ...place, shapes: whole.shapes }), options);
  expect((await rasterize(drawPlateAsSvg(part), options)).equals(seen)).toBe(true);
  expect(drawPlateAsSvg(part).length).toBeLessThan(0.7 * drawPlateAsSvg(whole).length);
});
