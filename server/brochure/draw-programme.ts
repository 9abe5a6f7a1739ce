import { drawStave } from '../drawing/pdf/draw-mark.ts';
import { line } from '../drawing/pdf/theme.ts';
import { decorate, widthOf } from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  type BrochurePdf,
  left,
  right,
  styles,
  top,
  addPage,
  width,
} from './page-layout.ts';
import type { BrochureConcert, BrochureWork } from './brochure-data.ts';
import { admissionHeight, drawAdmission } from './draw-admission.ts';
import { drawWork, workHeight } from './draw-work.ts';
import { writePart } from './write-text.ts';

type Section = BrochurePdf['root'];

/** Factors for line spacing, widest first; the first one that fits the page is used. */
const spacings = [1.2, 1.15, 1.1, 1.06, 1.02, 1, 0.97, 0.94, 0.91, 0.88, 0.86, 0.84, 0.82];
const FIRST_LINE = top + 40;
const CHANGE_NOTE_STEP = 19;

/** Draws the programme (design.md 1.3) on one or more pages, with the prices of admission. */
export function drawProgramme(
  brochure: BrochurePdf,
  section: Section,
  concert: BrochureConcert,
): void {
  const { data, t } = brochure;
  startPage(brochure, concert);
  writePart(brochure, section, ['H3', t.programme, styles.heading], top + 34);
  const foot = bottom - admissionHeight(brochure, concert.admission);
  const spacing = spacings.find(
    (wide) => FIRST_LINE + worksHeight(brochure, concert, wide) + CHANGE_NOTE_STEP + 6 <= foot,
  );
  let y = drawWorks(brochure, section, concert, spacing ?? 1);
  if (y + CHANGE_NOTE_STEP + 6 > foot) y = continuePage(brochure, concert);
  writePart(brochure, section, ['P', data.changeNote, styles.small], y + CHANGE_NOTE_STEP);
  drawAdmission(brochure, section, concert.admission, foot);
}

function startPage(brochure: BrochurePdf, concert: BrochureConcert): void {
  addPage(brochure, concert.title);
  decorate(brochure, () => drawStave(brochure.pdf, { x: left, y: top, width }));
}

/** Continues a long programme on a new page. Returns the first baseline. */
function continuePage(brochure: BrochurePdf, concert: BrochureConcert): number {
  startPage(brochure, concert);
  return top + 14;
}

/** Draws all works, on more pages if necessary. Returns the last baseline. */
function drawWorks(
  brochure: BrochurePdf,
  section: Section,
  concert: BrochureConcert,
  spacing: number,
): number {
  const { works } = concert;
  let y = FIRST_LINE;
  works.forEach((work, i) => {
    const interval = work.hasIntervalAfter ? INTERVAL_STEP + 10 : 0;
    if (y + workHeight(brochure, work, spacing) + interval > bottom)
      y = continuePage(brochure, concert);
    else if (hasRuleBefore(works, i)) y = drawWorkRule(brochure, y, spacing);
    y = drawWork(brochure, section, work, { from: y, spacing });
    if (work.hasIntervalAfter && i < works.length - 1)
      y = drawInterval(brochure, section, y, spacing);
  });
  return y;
}

function worksHeight(brochure: BrochurePdf, { works }: BrochureConcert, spacing: number): number {
  return works.reduce((sum, work, i) => {
    const parting = hasRuleBefore(works, i) ? RULE_STEP * spacing : 0;
    const interval =
      work.hasIntervalAfter && i < works.length - 1 ? INTERVAL_STEP * spacing + 10 : 0;
    return sum + parting + workHeight(brochure, work, spacing) + interval;
  }, 0);
}

/** A rule separates composers, unless the interval does. */
function hasRuleBefore(works: BrochureWork[], i: number): boolean {
  return i > 0 && works[i]?.composer !== null && works[i - 1]?.hasIntervalAfter === false;
}

const RULE_STEP = 11;
const INTERVAL_STEP = 15;

function drawWorkRule(brochure: BrochurePdf, from: number, spacing: number): number {
  const { pdf } = brochure;
  const y = from + RULE_STEP * spacing;
  decorate(brochure, () => {
    pdf
      .moveTo(left, y - 1)
      .lineTo(right, y - 1)
      .lineWidth(0.6)
      .stroke(line);
  });
  return y;
}

/** Draws the interval: a stave with the word in its middle. */
function drawInterval(
  brochure: BrochurePdf,
  section: Section,
  from: number,
  spacing: number,
): number {
  const { pdf, t } = brochure;
  const y = from + INTERVAL_STEP * spacing;
  const half = (width - widthOf(pdf, t.interval, styles.interval)) / 2 - 9;
  decorate(brochure, () => {
    drawStave(pdf, { x: left, y, width: half }, 2.2);
    drawStave(pdf, { x: right - half, y, width: half }, 2.2);
  });
  const style = { ...styles.interval, align: 'center' } as const;
  writePart(brochure, section, ['P', t.interval, style], y + 7.6);
  return y + 10;
}
