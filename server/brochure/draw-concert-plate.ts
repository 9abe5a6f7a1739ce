import { romanNumeral } from '#contract/programme-typography.ts';
import { drawConcertPanorama, drawNightPanorama } from '#packages/plates/draw-concert-panorama.ts';
import { LIGHTS } from '#packages/plates/lights.ts';
import type { Plate } from '#packages/plates/plate.ts';
import { display, sansBold } from '../drawing/pdf/theme.ts';
import { placePlate, recordPlate, type PlateFrame } from '../drawing/pdf/embed-plate.ts';
import {
  decorate,
  textHeight,
  widthOf,
  write,
  type TextStyle,
  type Pdf,
} from '../drawing/pdf/tagged-pdf.ts';
import { left, width, type BrochurePdf } from './page-layout.ts';
import type { BrochureConcert } from './brochure-data.ts';

/** Width of a plate in pixels, and the free sky for labels in points. */
const PLATE_WIDTH = 900;
const LABEL_BAND = 74;
/** More summits leave no room for labels. */
const MAX_LABELS = 24;
const BRACKET_Y = 31;
const NUMERAL_BASELINE = BRACKET_Y + 13;
const LEADER_TOP = NUMERAL_BASELINE + 5;
const nameStyle: TextStyle = { font: sansBold, size: 7.4, leading: 1.15 };
const numeralStyle: TextStyle = { font: display, size: 9.5, leading: 1, align: 'center' };

/**
 * Draws the concert's panorama with labels: brackets with composers, numerals for movements. Screen readers skip
 * it, because the programme beside it says the same.
 */
export function drawConcertPlate(
  brochure: BrochurePdf,
  concert: BrochureConcert,
  frame: PlateFrame,
): void {
  const scale = frame.width / PLATE_WIDTH;
  const plate = drawConcertPanorama(concert.plate, {
    width: PLATE_WIDTH,
    height: Math.round(frame.height / scale),
    labelBand: LABEL_BAND / scale,
    margin: left / frame.width,
  });
  decorate(brochure, () => {
    placePlate(brochure.pdf, recordPlate(plate, frame));
    if (plate.summits.length <= MAX_LABELS) drawLabels(brochure, concert, plate, scale);
  });
}

/** Draws the Long Night's panorama. Returns the colour for text in its sky. */
export function drawNightPlate(
  brochure: BrochurePdf,
  concert: BrochureConcert,
  frame: PlateFrame,
): string {
  const height = Math.round((PLATE_WIDTH * frame.height) / frame.width);
  const plate = drawNightPanorama(concert.plate, { width: PLATE_WIDTH, height });
  decorate(brochure, () => placePlate(brochure.pdf, recordPlate(plate, frame)));
  return LIGHTS[plate.light].disc;
}

function drawLabels(
  brochure: BrochurePdf,
  concert: BrochureConcert,
  plate: Plate,
  scale: number,
): void {
  const { pdf } = brochure;
  const { ink, disc } = LIGHTS[plate.light];
  const color = plate.light === 'mondnacht' ? disc : ink;
  const { summits } = plate;
  const column = width / summits.length;
  const numeral = { ...fitNumerals(brochure, concert, column), color };
  const composers = composersOf(concert);
  summits.forEach((summit, i) => {
    const middle = left + (i + 0.5) * column;
    const movements = concert.works[summit.piece]?.movements.length ?? 0;
    if (movements > 1) {
      const place = { x: middle - 20, baseline: NUMERAL_BASELINE, width: 40 };
      write(pdf, romanNumeral(summit.movement + 1), place, numeral);
    }
    const top = movements > 1 ? LEADER_TOP : BRACKET_Y + 4;
    const to: [number, number] = [summit.x * scale, summit.y * scale];
    drawLeaderLine(pdf, { from: [middle, top], to }, { color, weight: 0.45 });
    if (summit.piece === summits[i - 1]?.piece) return;
    const span = summits.filter((other) => other.piece === summit.piece).length;
    const from = left + i * column;
    drawBracket(
      brochure,
      composers[summit.piece] ?? '',
      { x: from + 2, width: span * column - 4 },
      color,
    );
  });
}

/** Shrinks the numerals until the longest fits its column. */
function fitNumerals({ pdf }: BrochurePdf, { works }: BrochureConcert, column: number): TextStyle {
  const numerals = works.flatMap(({ movements }) => movements.map((_, i) => romanNumeral(i + 1)));
  const widest = Math.max(...numerals.map((words) => widthOf(pdf, words, numeralStyle)), 1);
  const size = numeralStyle.size * Math.min(1, (column - 2) / widest);
  return { ...numeralStyle, size };
}

/** Names of the composers by work, also where the programme does not repeat them. */
function composersOf({ works }: BrochureConcert): string[] {
  let name = '';
  return works.map(({ composer }) => (name = composer?.name ?? name));
}

/** Draws a line over the summits of one work, with the composer's name if it fits on two lines. */
function drawBracket(
  { pdf }: BrochurePdf,
  name: string,
  { x, width: span }: { x: number; width: number },
  color: string,
): void {
  pdf
    .moveTo(x, BRACKET_Y)
    .lineTo(x + span, BRACKET_Y)
    .lineWidth(0.6)
    .stroke(color);
  const style = { ...nameStyle, color };
  const widest = Math.max(...name.split(' ').map((word) => widthOf(pdf, word, style)));
  const height = textHeight(pdf, name, span, style);
  if (widest > span || height > style.size * 1.5) return;
  write(pdf, name, { x, baseline: BRACKET_Y - 4 - height, width: span }, style);
}

type Point = [x: number, y: number];

/** Draws a thin line with a dot from a label down to its summit; it bends if the label is not right above. */
export function drawLeaderLine(
  pdf: Pdf,
  { from: [fromX, fromY], to: [x, y] }: { from: Point; to: Point },
  { color, weight }: { color: string; weight: number },
): void {
  const bend = Math.max(fromY, y - 8);
  pdf.moveTo(fromX, fromY).lineTo(fromX, bend).lineTo(x, y).lineWidth(weight).stroke(color);
  pdf.circle(x, y, weight * 2.6).fill(color);
}
