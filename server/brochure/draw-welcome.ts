import { drawMark, drawStave } from '../drawing/pdf/draw-mark.ts';
import { mm } from '../drawing/pdf/theme.ts';
import { decorate, addGroup } from '../drawing/pdf/tagged-pdf.ts';
import { bottom, type BrochurePdf, left, styles, top, addPage, width } from './page-layout.ts';
import { sectionHeight, writePart, writeSection } from './write-text.ts';

/** Draws the first page: the festival in a few words, and how to read its pictures. */
export function drawWelcome(brochure: BrochurePdf): void {
  const { data, t } = brochure;
  const section = addGroup(brochure, brochure.root, 'Sect');
  addPage(brochure, data.festival.name);
  let y = top + 15;
  y = writePart(brochure, section, ['P', data.lead, styles.lead], y, {
    x: left,
    width: width * 0.86,
  });
  for (const words of data.welcome) y = writeSection(brochure, section, words, y);
  drawHowToRead(brochure, section, { heading: t.howToRead, paragraphs: [t.howToReadText] });
}

/** Draws the explanation of the pictures at the foot of the page. */
function drawHowToRead(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  words: { heading: string; paragraphs: string[] },
): void {
  const column = { x: left + 48, width: width - 48 };
  const y = bottom - sectionHeight(brochure, words, column) - 8;
  decorate(brochure, () => {
    drawStave(brochure.pdf, { x: left, y, width });
    drawMark(brochure.pdf, { x: left, y: y + 21, width: mm(12) });
  });
  writeSection(brochure, section, words, y + 6, column);
}
