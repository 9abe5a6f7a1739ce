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
import { display, mm } from '../drawing/pdf/theme.ts';
import {
  decorate,
  textHeight,
  addGroup,
  part,
  write,
  type TextStyle,
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
import type { BrochureConcert } from './brochure-data.ts';
import { drawConcertPlate, drawNightPlate } from './draw-concert-plate.ts';
import { drawProgramme } from './draw-programme.ts';

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
  if (concert.isLongNight) drawNight(brochure, section, concert);
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
