import { drawStave, drawRule } from '../drawing/pdf/draw-mark.ts';
import { line, display, ink } from '../drawing/pdf/theme.ts';
import {
  decorate,
  widthOf,
  textHeight,
  addGroup,
  part,
  write,
  type TextStyle,
} from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  left,
  right,
  styles,
  top,
  addPage,
  width,
  writePart,
  type BrochurePdf,
} from './page-layout.ts';
import type { BrochureConcert, BrochureWork, Admission } from './collect-brochure.ts';
import { drawWork, workHeight } from './draw-work.ts';
import { formatPrice } from '#contract/format.ts';

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

const price: TextStyle = { font: display, size: 17, leading: 1, hasTabularFigures: true };
const name: TextStyle = { ...styles.small, leading: 1.2 };
/** Number of prices side by side. */
const [MIN_COLUMNS, MAX_COLUMNS] = [3, 4];

/** Height of `drawAdmission` in points. */
function admissionHeight(brochure: BrochurePdf, admission: Admission): number {
  if (admission.kind !== 'tickets') return 26;
  const { rows, rowHeight } = layoutPrices(brochure, admission.prices);
  return 4 + rows * rowHeight;
}

type Prices = Extract<Admission, { kind: 'tickets' }>['prices'];

/** Names may need a second line; all prices stand below the longest name. */
function layoutPrices({ pdf }: BrochurePdf, prices: Prices) {
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, prices.length));
  const column = width / columns;
  const nameHeight = Math.max(
    0,
    ...prices.map((one) => textHeight(pdf, one.name, column - 10, name)),
  );
  const rows = Math.ceil(prices.length / columns);
  return { columns, column, nameHeight, rows, rowHeight: 36 + nameHeight };
}

/** Draws the prices of admission at the foot of the page. */
function drawAdmission(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  admission: Admission,
  y: number,
): void {
  const { pdf, data, t } = brochure;
  decorate(brochure, () => drawRule(pdf, { x: left, y, width }, { color: ink, weight: 0.9 }));
  if (admission.kind !== 'tickets') {
    const isFree = admission.kind === 'free';
    const words = isFree ? t.freeEntry : t.noTickets;
    writePart(brochure, section, ['P', words, isFree ? styles.subheading : styles.facts], y + 22);
    return;
  }
  const { columns, column, nameHeight, rowHeight } = layoutPrices(brochure, admission.prices);
  const list = addGroup(brochure, section, 'L');
  admission.prices.forEach((one, i) => {
    const x = left + (i % columns) * column;
    const baseline = y + 15 + Math.floor(i / columns) * rowHeight;
    const item = addGroup(brochure, list, 'LI');
    part(brochure, item, 'LBody', () => {
      write(pdf, one.name, { x, baseline, width: column - 10 }, name);
      const amount = formatPrice(one.cents, data.language);
      write(pdf, amount, { x, baseline: baseline + nameHeight + 19, width: column }, price);
    });
  });
}
