import path from 'node:path';
import { drawConcertPanorama } from '../plates/draw-concert-panorama.ts';
import { drawSeasonPanorama } from '../plates/draw-season-panorama.ts';
import { LIGHTS } from '../plates/lights.ts';
import type { Plate } from '../plates/plate.ts';
import { drawShapesAsSvg } from '../plates/plate-svg.ts';
import { rasterize } from '../plates/raster.ts';
import type { DatedConcert, ShareWords } from './plan-pictures.ts';

const SHARE = { width: 1200, height: 630 };
/** Drawn higher than it is shown: under the wordmark the summits still have room to rise. */
const SEASON = { width: 1200, height: 760, labelBand: 306 };
/** Static cuts, the same that everything printed uses. */
const FONTS = ['display.ttf', 'display-italic.ttf', 'sans.ttf'].map((name) =>
  path.join(import.meta.dirname, '../pdf/fonts', name),
);

/** A PNG of 1200 × 630 for links that are shared, and the light it stands in. */
export interface ShareImage {
  bytes: Buffer;
  light: string;
}

/** A concert: its panorama, above the ridge its title, day, time and venue. */
export async function drawConcertShare(
  concert: DatedConcert,
  words: ShareWords,
): Promise<ShareImage> {
  const plate = drawConcertPanorama(concert, { ...SHARE, labelBand: 240 });
  const size = words.title.length > 26 ? 62 : 84;
  return await withText(plate, [
    { x: 64, y: 128, size, family: 'MF Display', text: words.title },
    { x: 66, y: 186, size: 32, family: 'MF Sans', text: words.line },
  ]);
}

/** The season: its panorama under the wordmark, which fills the width, the tagline and the dates. */
export async function drawSeasonShare(
  concerts: DatedConcert[],
  words: ShareWords,
): Promise<ShareImage> {
  const plate = drawSeasonPanorama(concerts, SEASON);
  // Newsreader's letters are about 0.46 em wide; set tight, as on the home page.
  const size = Math.min(240, 2440 / Math.max(words.title.length, 1));
  return await withText(plate, [
    { x: 58, y: 210, size, family: 'MF Display', text: words.title, spacing: -0.033 * size },
    { x: 64, y: 282, size: 46, family: 'MF Display Italic', text: words.note },
    { x: 1136, y: 282, size: 46, family: 'MF Display', text: words.line, anchor: 'end' },
  ]);
}

interface Line {
  x: number;
  /** Base line. */
  y: number;
  size: number;
  family: string;
  text: string;
  anchor?: 'end';
  /** Between letters, in px. */
  spacing?: number;
}

async function withText(plate: Plate<unknown>, lines: Line[]): Promise<ShareImage> {
  const { ink, disc } = LIGHTS[plate.light];
  const colour = plate.light === 'mondnacht' ? disc : ink;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}">` +
    `${drawShapesAsSvg(plate.shapes)}${lines.map((line) => textSvg(line, colour)).join('')}</svg>`;
  const bytes = await rasterize(svg, {
    width: SHARE.width,
    fontFiles: FONTS,
    defaultFontFamily: 'MF Sans',
  });
  return { bytes, light: plate.light };
}

function textSvg({ x, y, size, family, text, anchor, spacing }: Line, colour: string): string {
  return (
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" fill="${colour}"` +
    (anchor ? ` text-anchor="${anchor}"` : '') +
    (spacing ? ` letter-spacing="${spacing}"` : '') +
    `>${escape(text)}</text>`
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
