import { drawAbbeyOnPaper } from '#packages/plates/draw-vignettes.ts';
import { drawMark, drawStave } from '../drawing/pdf/draw-mark.ts';
import { display, displayItalic, mm } from '../drawing/pdf/theme.ts';
import { placePlate, recordPlate } from '../drawing/pdf/embed-plate.ts';
import { decorate, addGroup, type TextStyle } from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  left,
  countPages,
  pageHeight,
  pageWidth,
  styles,
  top,
  addPage,
  width,
  writePart,
  type BrochurePdf,
} from './page-layout.ts';

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

/** Draws the back cover: the abbey, the publisher and the addresses. */
export function drawBackCover(brochure: BrochurePdf): void {
  const { pdf, data, t } = brochure;
  addPage(brochure);
  pdf.outline.addItem(t.imprint);
  const section = addGroup(brochure, brochure.root, 'Sect');
  decorate(brochure, () => {
    drawMark(pdf, { x: left, y: mm(16), width: 40 });
    drawAbbey(brochure, mm(64));
  });
  const tagline: TextStyle = { font: displayItalic, size: 21, leading: 1.1 };
  const site: TextStyle = { font: display, size: 17.5, leading: 1.1 };
  let y = writePart(brochure, section, ['P', data.festival.tagline, tagline], mm(16) + 62);
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
    data.copyright,
  ];
}

function addressOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
