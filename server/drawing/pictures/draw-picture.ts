import {
  drawConcertPanorama,
  drawNightPanorama,
  drawCover,
} from '#packages/plates/draw-concert-panorama.ts';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import {
  cropPlate,
  drawPlateAsSvg,
  drawShapesAsSvg,
  rasterize,
} from '#packages/plates/plate-svg.ts';
import type { DatedConcert, DaySummit, Plate, Summit } from '#packages/plates/plate.ts';
import type { PicturePlan, PlainColours, ShareWords } from './plan-pictures.ts';
import path from 'node:path';
import { LIGHTS } from '#packages/plates/lights.ts';

/** A finished picture with the data that a page needs. */
export interface DrawnPicture {
  bytes: Buffer;
  light: string;
  /** Fractions of width and height, in performance order or by day. */
  summits: (Point & { piece: number; movement: number; concertIds: number[] })[];
}

interface Point {
  x: number;
  y: number;
}

const COVER = { width: 480, height: 360 };
const PANORAMA = { width: 1440, height: 600 };
const PANORAMA_PHONE = { width: 390, height: 340, labelBand: 48 };
const NIGHT = { width: 1440, height: 820 };
const NIGHT_PHONE = { width: 390, height: 640 };
/** Lower than a concert's panorama: the wordmark above it must fit into the first view. */
const SEASON = { width: 1440, height: 560, labelBand: 72 };
const SEASON_PHONE = { width: 860, height: 420, axis: 'compact' as const };
/** Phones show the left half first. The halves overlap, so that no gap appears between them. */
const LEFT_HALF = { from: 0, to: 430 };
const RIGHT_HALF = { from: 429, to: 860 };

/** Draws one picture. Takes about 100 ms of CPU: never call it in a request. */
export async function drawPicture(plan: PicturePlan): Promise<DrawnPicture> {
  const first = plan.concerts[0] as DatedConcert;
  const { sky } = plan;
  if (plan.words !== null && plan.plain !== null) {
    return { ...(await drawPlainShare(plan.words, plan.plain)), summits: [] };
  }
  if (plan.words !== null) {
    const image = plan.kind.startsWith('share-season')
      ? await drawSeasonShare(plan.concerts, plan.words)
      : await drawConcertShare(first, plan.words);
    return { ...image, summits: [] };
  }
  switch (plan.kind) {
    case 'season':
      return finish(drawSeasonPanorama(plan.concerts, { ...SEASON, sky }));
    case 'season-phone':
      return finishPart(drawSeasonPanorama(plan.concerts, { ...SEASON_PHONE, sky }), LEFT_HALF);
    case 'season-phone-rest':
      return finishPart(drawSeasonPanorama(plan.concerts, { ...SEASON_PHONE, sky }), RIGHT_HALF);
    case 'panorama':
      return finish(drawConcertPanorama(first, PANORAMA));
    case 'panorama-phone':
      return finish(drawConcertPanorama(first, PANORAMA_PHONE));
    case 'night':
      return finish(drawNightPanorama(first, NIGHT));
    case 'night-phone':
      return finish(drawNightPanorama(first, NIGHT_PHONE));
    default:
      return finish(drawCover(first, COVER));
  }
}

/** Finishes a half of the season for phones; its summits are fractions of the whole. */
function finishPart(plate: Plate<DaySummit>, part: { from: number; to: number }): DrawnPicture {
  const bytes = Buffer.from(drawPlateAsSvg(cropPlate(plate, part.from, part.to)));
  return { ...finish(plate), bytes };
}

function finish(plate: Plate<Summit | DaySummit>): DrawnPicture {
  const round = (n: number) => Math.round(n * 10_000) / 10_000;
  return {
    bytes: Buffer.from(drawPlateAsSvg(plate)),
    light: plate.light,
    summits: plate.summits.map((summit) => ({
      x: round(summit.x / plate.width),
      y: round(summit.y / plate.height),
      piece: 'piece' in summit ? summit.piece : 0,
      movement: 'movement' in summit ? summit.movement : 0,
      concertIds: 'concertIds' in summit ? summit.concertIds : [],
    })),
  };
}

const SHARE = { width: 1200, height: 630 };
/** Drawn higher than shown, so that the summits have room below the wordmark. */
const SHARED_SEASON = { width: 1200, height: 760, labelBand: 306 };
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
  const plate = drawSeasonPanorama(concerts, SHARED_SEASON);
  // a glyph of Newsreader is about 0.46 em wide; tight tracking, as on the home page
  const size = Math.min(240, 2440 / Math.max(words.title.length, 1));
  return await withText(plate, [
    { x: 58, y: 210, size, family: 'MF Display', text: words.title, spacing: -0.033 * size },
    { x: 64, y: 282, size: 46, family: 'MF Display Italic', text: words.note },
    { x: 1136, y: 282, size: 46, family: 'MF Display', text: words.line, anchor: 'end' },
  ]);
}

/** Draws a share image of words alone: title, below it the line, and the season's tagline at the foot. */
async function drawPlainShare(
  { title, line, note }: ShareWords,
  { ink, ground }: PlainColours,
): Promise<ShareImage> {
  const size = Math.min(150, 1900 / Math.max(title.length, 1));
  const svg =
    `<path fill="${ground}" d="M0 0H${SHARE.width}V${SHARE.height}H0Z"/>` +
    `<path stroke="${ink}" stroke-width="3" d="M64 400H1136"/>`;
  return await rasterizeShare(svg, ink, [
    { x: 60, y: 350, size, family: 'MF Display', text: title, spacing: -0.02 * size },
    { x: 64, y: 460, size: 38, family: 'MF Sans', text: line },
    { x: 64, y: 560, size: 46, family: 'MF Display Italic', text: note },
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
  const image = await rasterizeShare(drawShapesAsSvg(plate.shapes), colour, lines);
  return { ...image, light: plate.light };
}

async function rasterizeShare(picture: string, colour: string, lines: Line[]): Promise<ShareImage> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}">` +
    `${picture}${lines.map((line) => textSvg(line, colour)).join('')}</svg>`;
  const bytes = await rasterize(svg, {
    width: SHARE.width,
    fontFiles: FONTS,
    defaultFontFamily: 'MF Sans',
  });
  return { bytes, light: '' };
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
