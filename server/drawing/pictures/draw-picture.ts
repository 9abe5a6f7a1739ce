import {
  drawConcertPanorama,
  drawNightPanorama,
  drawCover,
} from '#packages/plates/draw-concert-panorama.ts';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import { cropPlate, drawPlateAsSvg } from '#packages/plates/plate-svg.ts';
import type { DatedConcert, DaySummit, Plate, Summit } from '#packages/plates/plate.ts';
import { drawConcertShare, drawSeasonShare } from './draw-share-image.ts';
import type { PicturePlan } from './plan-pictures.ts';

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
  if (plan.words !== null) {
    const image = plan.kind.startsWith('share-season')
      ? await drawSeasonShare(plan.concerts, plan.words)
      : await drawConcertShare(first, plan.words);
    return { ...image, summits: [] };
  }
  switch (plan.kind) {
    case 'season':
      return finish(drawSeasonPanorama(plan.concerts, SEASON));
    case 'season-phone':
      return finishPart(drawSeasonPanorama(plan.concerts, SEASON_PHONE), LEFT_HALF);
    case 'season-phone-rest':
      return finishPart(drawSeasonPanorama(plan.concerts, SEASON_PHONE), RIGHT_HALF);
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
