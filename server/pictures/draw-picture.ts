import path from 'node:path';
import { drawConcertPanorama, drawNightPanorama } from '../plates/draw-concert-panorama.ts';
import { drawCover } from '../plates/draw-cover.ts';
import { drawSeasonPanorama } from '../plates/draw-season-panorama.ts';
import { LIGHTS } from '../plates/lights.ts';
import type { DaySummit, Plate, Summit } from '../plates/plate.ts';
import { plateSvg, shapesSvg } from '../plates/plate-svg.ts';
import { rasterize } from '../plates/raster.ts';
import type { DatedConcert, PicturePlan } from './plan-pictures.ts';

/** A finished picture and what a page needs to know of it. */
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
/** Lower than a concert's: with the wordmark above it is the first view. */
const SEASON = { width: 1440, height: 560, labelBand: 72 };
const SEASON_PHONE = { width: 860, height: 420, axis: 'compact' as const };
const SHARE = { width: 1200, height: 630 };
/** Static cuts, the same that everything printed uses. */
const FONTS = ['newsreader-display.ttf', 'instrument-sans.ttf'].map((name) =>
  path.join(import.meta.dirname, '../print/fonts', name),
);

/** Draws one picture: about a tenth of a second of CPU, so never in a request. */
export async function drawPicture(plan: PicturePlan): Promise<DrawnPicture> {
  if (plan.words !== null) return await drawShareImage(plan, plan.words);
  const first = plan.concerts[0] as DatedConcert;
  switch (plan.kind) {
    case 'season':
      return finish(drawSeasonPanorama(plan.concerts, SEASON));
    case 'season-phone':
      return finish(drawSeasonPanorama(plan.concerts, SEASON_PHONE));
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

function finish(plate: Plate<Summit | DaySummit>): DrawnPicture {
  const round = (n: number) => Math.round(n * 10_000) / 10_000;
  return {
    bytes: Buffer.from(plateSvg(plate)),
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

/** 1200 × 630 for links that are shared: the plate, title and date above the ridge. */
async function drawShareImage(
  plan: PicturePlan,
  words: { title: string; line: string },
): Promise<DrawnPicture> {
  const plate = drawConcertPanorama(plan.concerts[0] as DatedConcert, { ...SHARE, labelBand: 240 });
  const { ink, disc } = LIGHTS[plate.light];
  const colour = plate.light === 'mondnacht' ? disc : ink;
  const size = words.title.length > 26 ? 62 : 84;
  const text =
    `<text x="64" y="128" font-family="MF Display" font-size="${size}" fill="${colour}">${escape(words.title)}</text>` +
    `<text x="66" y="186" font-family="MF Sans" font-size="32" fill="${colour}">${escape(words.line)}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}">` +
    `${shapesSvg(plate.shapes)}${text}</svg>`;
  const bytes = await rasterize(svg, {
    width: SHARE.width,
    fontFiles: FONTS,
    defaultFontFamily: 'MF Sans',
  });
  return { bytes, light: plate.light, summits: [] };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
