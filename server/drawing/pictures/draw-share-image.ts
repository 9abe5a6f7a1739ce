import path from 'node:path';
import { drawConcertPanorama } from '#packages/plates/draw-concert-panorama.ts';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import { LIGHTS } from '#packages/plates/lights.ts';
import type { DatedConcert, Plate } from '#packages/plates/plate.ts';
import { drawShapesAsSvg, rasterize } from '#packages/plates/plate-svg.ts';
import type { ShareWords } from './plan-pictures.ts';

const SHARE = { width: 1200, height: 630 };
/** Drawn higher than shown, so that the summits have room below the wordmark. */
const SEASON = { width: 1200, height: 760, labelBand: 306 };
/** The fonts of the PDFs. */
const FONTS = ['display.ttf', 'display-italic.ttf', 'sans.ttf'].map((name) =>
  path.join(import.meta.dirname, '../pdf/fonts', name),
);

/** A PNG of 1200 × 630 pixels for shared links, with the light of its plate. */
export interface ShareImage {
  bytes: Buffer;
  light: string;
}

/** Draws a concert's share image: its panorama with title, day, time and venue above the ridge. */
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

/** Draws the season's share image: wordmark in full width, tagline and dates above the panorama. */
export async function drawSeasonShare(
  concerts: DatedConcert[],
  words: ShareWords,
): Promise<ShareImage> {
  const plate = drawSeasonPanorama(concerts, SEASON);
  // a glyph of Newsreader is about 0.46 em wide; tight tracking, as on the home page
  const size = Math.min(240, 2440 / Math.max(words.title.length, 1));
  return await withText(plate, [
    { x: 58, y: 210, size, family: 'MF Display', text: words.title, spacing: -0.033 * size },
    { x: 64, y: 282, size: 46, family: 'MF Display Italic', text: words.note },
    { x: 1136, y: 282, size: 46, family: 'MF Display', text: words.line, anchor: 'end' },
  ]);
}

interface Line {
  x: number;
  /** Baseline. */
  y: number;
  size: number;
  family: string;
  text: string;
  anchor?: 'end';
  /** Tracking in pixels. */
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
    `>${escapeXml(text)}</text>`
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
