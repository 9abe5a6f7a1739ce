import { expect, test } from 'vitest';
import { drawSeasonPanorama } from './draw-season-panorama.ts';
import { partOfPlate } from './crop-plate.ts';
import { plateSvg } from './plate-svg.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';
import { rasterize } from './raster.ts';

const whole = drawSeasonPanorama(SAMPLE_CONCERTS, { width: 860, height: 420, axis: 'compact' });

test.each([
  [0, 430],
  [429, 860],
  [200, 300],
])('from %i to %i it looks as the whole does there, and is much smaller', async (from, to) => {
  const part = partOfPlate(whole, from, to);
  const place = { left: from, width: to - from, height: whole.height };
  const options = { width: 3 * place.width };
  const seen = await rasterize(plateSvg({ ...place, shapes: whole.shapes }), options);
  expect((await rasterize(plateSvg(part), options)).equals(seen)).toBe(true);
  expect(plateSvg(part).length).toBeLessThan(0.7 * plateSvg(whole).length);
});
