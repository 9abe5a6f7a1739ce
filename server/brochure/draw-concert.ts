import { berlinParts } from '#contract/berlin-time.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import {
  formatDate,
  formatDay,
  formatMinutes,
  formatTime,
  formatWeekday,
  minutesBefore,
} from '#contract/format.ts';
import { display, mm, sansBold } from '../drawing/pdf/theme.ts';
import {
  decorate,
  textHeight,
  addGroup,
  part,
  write,
  widthOf,
  type TextStyle,
  type Pdf,
} from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  left,
  pageWidth,
  styles,
  addPage,
  width,
  writePart,
  type BrochurePdf,
} from './page-layout.ts';
import type { BrochureConcert } from './collect-brochure.ts';
import { drawProgramme } from './draw-programme.ts';
import { romanNumeral } from '#contract/programme-typography.ts';
import { drawConcertPanorama, drawNightPanorama } from '#packages/plates/draw-concert-panorama.ts';
import { LIGHTS } from '#packages/plates/lights.ts';
import type { Plate } from '#packages/plates/plate.ts';
import { placePlate, recordPlate, type PlateFrame } from '../drawing/pdf/embed-plate.ts';

/** The picture takes the height that the text below leaves, within these limits. */
const MAX_PLATE_HEIGHT = mm(108);
const MIN_PLATE_HEIGHT = mm(58);
const MAX_NIGHT_HEIGHT = mm(128);
const numeral: TextStyle = { font: display, size: 50, leading: 1, tracking: -0.035 };
const note: TextStyle = { ...styles.smallInk, size: 8.6 };

/** Draws a concert on two facing pages: picture, date and introduction left, programme right. Returns its page. */
export function drawConcert(brochure: BrochurePdf, concert: BrochureConcert): number {
  const { pdf, data } = brochure;
  const section = addGroup(brochure, brochure.root, 'Sect');
  const day = formatDay(concert.startsAt, data.language, false);
  const page = addPage(brochure, day);
  const weekday = formatWeekday(concert.startsAt, data.language, 'short');
  const date = formatDate(concert.startsAt, data.language, false);
  pdf.outline.addItem(`${weekday} ${date} · ${concert.title}`);
  const { ground } = data.festival;
  if (ground !== undefined) drawOnGround(brochure, section, concert, ground);
  else if (concert.isLongNight) drawNight(brochure, section, concert);
  else drawOpening(brochure, section, concert);
  drawProgramme(brochure, section, concert);
  return page;
}

function drawOpening(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  concert: BrochureConcert,
): void {
  const title = fitTitle(brochure, concert.title);
  const needed =
    title.size +
    6 +
    textHeight(brochure.pdf, concert.title, width, title) +
    belowTitle(brochure, concert);
  const height = Math.max(MIN_PLATE_HEIGHT, Math.min(MAX_PLATE_HEIGHT, bottom - needed));
  drawConcertPlate(brochure, concert, { x: 0, y: 0, width: pageWidth, height });
  const y = writePart(brochure, section, ['H2', concert.title, title], height + title.size + 6);
  drawBelowTitle(brochure, section, concert, y);
}

/** The title of the Long Night stands in the sky of its picture. */
function drawNight(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  concert: BrochureConcert,
): void {
  const height = Math.max(
    MIN_PLATE_HEIGHT,
    Math.min(MAX_NIGHT_HEIGHT, bottom - belowTitle(brochure, concert)),
  );
  const color = drawNightPlate(brochure, concert, { x: 0, y: 0, width: pageWidth, height });
  const title = { ...fitTitle(brochure, concert.title), color };
  writePart(brochure, section, ['H2', concert.title, title], mm(15) + title.size * 0.6);
  drawBelowTitle(brochure, section, concert, height);
}

/** Without drawings the title stands on a plain ground. */
function drawOnGround(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  concert: BrochureConcert,
  ground: string,
): void {
  const { pdf } = brochure;
  decorate(brochure, () => pdf.rect(0, 0, pageWidth, MIN_PLATE_HEIGHT).fill(ground));
  const title = fitTitle(brochure, concert.title);
  const lines = textHeight(pdf, concert.title, width, title);
  const baseline = MIN_PLATE_HEIGHT - mm(8) - lines;
  writePart(brochure, section, ['H2', concert.title, title], baseline);
  drawBelowTitle(brochure, section, concert, MIN_PLATE_HEIGHT + mm(3));
}

/** Shrinks a title until it fits on two lines. */
function fitTitle({ pdf }: BrochurePdf, title: string): TextStyle {
  const style: TextStyle = { ...styles.title };
  while (style.size > 18 && textHeight(pdf, title, width, style) > style.size * 1.2)
    style.size -= 1;
  return style;
}

/** Height from the title's last baseline to the last line of the page. */
function belowTitle(
  { pdf }: BrochurePdf,
  { subtitle, introduction, notes }: BrochureConcert,
): number {
  const heights = [
    18 + textHeight(pdf, subtitle, width, styles.subtitle),
    56,
    22 + textHeight(pdf, introduction, width, styles.introduction),
    5,
    ...notes.map((words) => 15 + textHeight(pdf, words, width, note)),
  ];
  return heights.reduce((sum, height) => sum + height, 0);
}

function drawBelowTitle(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  concert: BrochureConcert,
  from: number,
): void {
  const { subtitle, introduction, notes } = concert;
  let y = writePart(brochure, section, ['P', subtitle, styles.subtitle], from + 18);
  drawDate(brochure, section, concert, y + 47);
  y = writePart(brochure, section, ['P', introduction, styles.introduction], y + 56 + 22) + 5;
  for (const words of notes) y = writePart(brochure, section, ['P', words, note], y + 15);
}

/** Draws the large number of the day, and beside it day, time and venue. */
function drawDate(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  concert: BrochureConcert,
  baseline: number,
): void {
  const { pdf, data, t } = brochure;
  const { language } = data;
  const { startsAt, venue, minutes } = concert;
  const number = String(berlinParts(startsAt).day);
  // the day beside it says the same
  decorate(brochure, () => write(pdf, number, { x: left - 1.5, baseline, width }, numeral));
  const doors = formatTime(minutesBefore(startsAt, DOORS_MINUTES), language);
  const column = { x: left + 64, width: width - 64 };
  part(brochure, section, 'P', () => {
    const day = formatDay(startsAt, language);
    write(pdf, day, { ...column, baseline: baseline - 26 }, styles.factsBold);
    const lines = [
      t.doors({ time: formatTime(startsAt, language), doors }),
      minutes === null ? venue : t.duration({ venue, minutes: formatMinutes(minutes, language) }),
    ];
    write(pdf, lines.join('\n'), { ...column, baseline: baseline - 13 }, styles.facts);
  });
}

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
function drawConcertPlate(
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
function drawNightPlate(
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
  const summitNumeral = { ...fitNumerals(brochure, concert, column), color };
  const composers = composersOf(concert);
  summits.forEach((summit, i) => {
    const middle = left + (i + 0.5) * column;
    const movements = concert.works[summit.piece]?.movements.length ?? 0;
    if (movements > 1) {
      const place = { x: middle - 20, baseline: NUMERAL_BASELINE, width: 40 };
      write(pdf, romanNumeral(summit.movement + 1), place, summitNumeral);
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
