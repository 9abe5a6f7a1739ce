import { berlinParts } from '#contract/berlin-time.ts';
import { formatDateRange, formatWeekday } from '#contract/format.ts';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import { LIGHTS } from '#packages/plates/lights.ts';
import type { DaySummit, Plate } from '#packages/plates/plate.ts';
import { drawMark, drawStave } from '../drawing/pdf/draw-mark.ts';
import { display, displayItalic, ink, mm, sansBold } from '../drawing/pdf/theme.ts';
import { placePlate, recordPlate } from '../drawing/pdf/embed-plate.ts';
import { decorate, addGroup, widthOf, write, type TextStyle } from '../drawing/pdf/tagged-pdf.ts';
import {
  left,
  pageHeight,
  pageWidth,
  right,
  styles,
  width,
  writePart,
  bottom,
  countPages,
  top,
  addPage,
  type BrochurePdf,
} from './page-layout.ts';
import { drawLeaderLine } from './draw-concert.ts';
import { drawAbbeyOnPaper } from '#packages/plates/draw-vignettes.ts';

const MARK_TOP = mm(11);
const PLATE_TOP = mm(110);
/** The plate extends below the page, where it would only be dark. */
const PLATE_HEIGHT = (pageHeight - PLATE_TOP) * 1.12;
/** Width of the plate in pixels, and the height of the band for dates at its top in points. */
const PLATE_WIDTH = 760;
const DATE_BAND = 62;
/** Takes the place of the plate where the festival has no drawings. */
const LARGE_STAVE = { x: 0, y: mm(140) };
const tagline: TextStyle = { font: displayItalic, size: 25, leading: 1.1, tracking: -0.01 };
const dates: TextStyle = { font: display, size: 25, leading: 1.1, tracking: -0.015 };
const claim: TextStyle = { ...styles.facts, size: 10 };
const weekday: TextStyle = { ...styles.smallInk, size: 7, align: 'center' };
const day: TextStyle = { font: display, size: 14.5, leading: 1, align: 'center', tracking: -0.02 };

/** Draws the wordmark, and the season as a panorama with dated summits. */
export function drawFrontCover(brochure: BrochurePdf): void {
  const { pdf } = brochure;
  const section = addGroup(brochure, brochure.root, 'Sect');
  pdf.outline.addItem(brochure.t.cover);
  const { ground } = brochure.data.festival;
  decorate(brochure, () =>
    pdf.rect(0, 0, pageWidth, pageHeight).fill(ground ?? LIGHTS.alpengluehen.sky),
  );
  drawNames(brochure, section);
  if (ground === undefined) drawSeason(brochure);
  else decorate(brochure, () => drawStave(pdf, { ...LARGE_STAVE, width: pageWidth }, mm(9)));
}

function drawNames(brochure: BrochurePdf, section: BrochurePdf['root']): void {
  const { pdf, data } = brochure;
  const { festival } = data;
  decorate(brochure, () => drawMark(pdf, { x: left, y: MARK_TOP, width: 27 }, festival.logo));
  const name: TextStyle = { font: sansBold, size: 9.5, leading: 1.2 };
  writePart(brochure, section, ['P', `${festival.name} ${festival.year}`, name], MARK_TOP + 18, {
    x: left + 36,
    width: width - 36,
  });
  const wordmark = fitWordmark(brochure, festival.shortName);
  let y = MARK_TOP + 30 + wordmark.size * 0.76;
  const place = { x: left - wordmark.size * 0.02, width: width * 1.2 };
  writePart(brochure, section, ['H1', festival.shortName, wordmark], y, place);
  // a descender reaches lower
  y += /[gjpqy]/.test(festival.shortName) ? 50 : 38;
  y = writePart(brochure, section, ['P', festival.tagline, tagline], y);
  const range =
    formatDateRange(festival.startDate, festival.endDate, data.language) || String(festival.year);
  y = writePart(brochure, section, ['P', range, dates], y + 30);
  writePart(brochure, section, ['P', festival.claim, claim], y + 21);
}

/** Fits the wordmark to the page's width. */
function fitWordmark({ pdf }: BrochurePdf, word: string): TextStyle {
  const style: TextStyle = { font: display, size: 100, leading: 1, tracking: -0.033 };
  return { ...style, size: Math.min(92, (100 * width) / widthOf(pdf, word, style)) };
}

function drawSeason(brochure: BrochurePdf): void {
  const { pdf, data } = brochure;
  const scale = pageWidth / PLATE_WIDTH;
  const plate = drawSeasonPanorama(
    data.concerts.map((concert) => concert.plate),
    {
      width: PLATE_WIDTH,
      height: Math.round(PLATE_HEIGHT / scale),
      labelBand: DATE_BAND / scale,
      axis: 'compact',
      margin: (left + 6) / scale,
    },
  );
  decorate(brochure, () => {
    const frame = { x: 0, y: PLATE_TOP, width: pageWidth, height: PLATE_HEIGHT };
    placePlate(pdf, recordPlate(plate, frame));
    for (const summit of plate.summits) drawDate(brochure, plate, summit, scale);
    drawGaps(brochure, plate, scale);
  });
}

function drawDate(
  brochure: BrochurePdf,
  plate: Plate<DaySummit>,
  summit: DaySummit,
  scale: number,
): void {
  const { pdf, data } = brochure;
  const { ink: line } = LIGHTS[plate.light];
  const x = summit.x * scale;
  const place = { x: x - 20, width: 40 };
  const name = formatWeekday(summit.date, data.language, 'short');
  write(pdf, name, { ...place, baseline: PLATE_TOP + 12 }, weekday);
  const { day: number } = berlinParts(summit.date);
  write(pdf, String(number), { ...place, baseline: PLATE_TOP + 26 }, day);
  drawLeaderLine(
    pdf,
    { from: [x, PLATE_TOP + 32], to: [x, PLATE_TOP + summit.y * scale] },
    { color: line, weight: 0.5 },
  );
}

/** Draws a labelled line over each period without concerts. */
function drawGaps({ pdf, data }: BrochurePdf, plate: Plate<DaySummit>, scale: number): void {
  for (const gap of data.festival.gaps) {
    const before = plate.summits.findLast(({ date }) => date < gap.from);
    const after = plate.summits.find(({ date }) => date > gap.to);
    if (before === undefined || after === undefined) continue;
    const from = Math.max(left, before.x * scale + 12);
    const to = Math.min(right, after.x * scale - 12);
    const words = `${berlinParts(gap.from).day}.–${berlinParts(gap.to).day}. ${gap.label}`;
    const dated = data.language === 'de' ? words : words.replaceAll('.', '');
    const label = [dated, gap.label].find((one) => widthOf(pdf, one, weekday) <= to - from);
    if (label === undefined) continue;
    const y = PLATE_TOP + 21;
    pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(ink);
    write(pdf, label, { x: from, baseline: y + 10, width: to - from }, weekday);
  }
}

/** Folded sheets have four pages each. */
const PAGES_PER_SHEET = 4;
const STAVE_GAP = mm(2);
const STAVE_STEP = mm(23);

/** Adds pages of empty staves until the back cover completes the last sheet. */
export function fillWithNotes(brochure: BrochurePdf): void {
  while ((countPages(brochure.pdf) + 1) % PAGES_PER_SHEET !== 0) drawNotesPage(brochure);
}

/** Draws a page of empty staves for notes. */
export function drawNotesPage(brochure: BrochurePdf): void {
  const { pdf, t, data } = brochure;
  addPage(brochure, data.festival.name);
  const section = addGroup(brochure, brochure.root, 'Sect');
  writePart(brochure, section, ['H2', t.notes, styles.subheading], top + 10);
  decorate(brochure, () => {
    for (let y = top + 34; y + 4 * STAVE_GAP <= bottom; y += STAVE_STEP) {
      drawStave(pdf, { x: left, y, width }, STAVE_GAP);
    }
  });
}

/** Draws the back cover: the abbey, unless the festival has another place, the publisher and the addresses. */
export function drawBackCover(brochure: BrochurePdf): void {
  const { pdf, data, t } = brochure;
  addPage(brochure);
  pdf.outline.addItem(t.imprint);
  const section = addGroup(brochure, brochure.root, 'Sect');
  decorate(brochure, () => {
    drawMark(pdf, { x: left, y: mm(16), width: 40 }, data.festival.logo);
    if (data.festival.hasAbbey) drawAbbey(brochure, mm(64));
  });
  const closing: TextStyle = { font: displayItalic, size: 21, leading: 1.1 };
  const site: TextStyle = { font: display, size: 17.5, leading: 1.1 };
  let y = writePart(brochure, section, ['P', data.festival.tagline, closing], mm(16) + 62);
  const { association } = data;
  writePart(brochure, section, ['P', addressOf(association.website), site], y + 24);
  const lines = imprintLines(brochure);
  y = pageHeight - mm(14) - (lines.length - 1) * 11.5;
  writePart(brochure, section, ['H2', t.imprint, styles.smallBold], y - 13);
  writePart(brochure, section, ['P', lines.join('\n'), styles.small], y);
}

function drawAbbey({ pdf }: BrochurePdf, y: number): void {
  const size = { width: 640, height: 330 };
  const height = (pageWidth * size.height) / size.width;
  placePlate(pdf, recordPlate(drawAbbeyOnPaper(size), { x: 0, y, width: pageWidth, height }));
}

function imprintLines({ data, t }: BrochurePdf): string[] {
  const { name, street, postalCode, city, representatives, ...a } = data.association;
  return [
    `${t.publisher({ name })}, ${street}, ${postalCode} ${city}`,
    t.representedBy({ names: representatives.join(', ') }),
    `${a.registerCourt}, ${a.registerNumber}`,
    `${a.email} · ${a.phone}`,
    ...(data.copyright === '' ? [] : [data.copyright]),
  ];
}

function addressOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
