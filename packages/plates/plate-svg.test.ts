import { expect, it } from 'vitest';
import { drawCover } from './draw-concert-panorama.ts';
import { appIconSvg, faviconSvg, markSvg } from './mark.ts';
import { drawPlateAsSvg, rasterize } from './plate-svg.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

const [concert] = SAMPLE_CONCERTS;
if (!concert) throw new Error('The fixture is empty.');
const svg = drawPlateAsSvg(drawCover(concert, { width: 480, height: 360 }));

it('is a document of its own, hidden from assistive technology', () => {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 480 360"/);
  expect(svg).toContain('aria-hidden="true"');
});

it('contains nothing that a strict content security policy would refuse', () => {
  expect(svg).not.toMatch(/style=|<style|<script|href|\son\w+=/);
});

it('writes only finite numbers', () => {
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

it('becomes a PNG of the requested width', async () => {
  const png = await rasterize(svg, { width: 1200 });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 900]);
});

it('draws mark and icons', async () => {
  expect(markSvg('#0F2B2D', 48)).toContain('stroke="#0F2B2D"');
  const icons = { paper: '#0F2B2D', line: '#F2703D' };
  for (const icon of [faviconSvg(icons), appIconSvg(icons)]) {
    const png = await rasterize(icon, { width: 32 });
    expect(png.readUInt32BE(20)).toBe(32);
  }
});
