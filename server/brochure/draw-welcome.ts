import { drawMark, drawStave } from '../drawing/pdf/draw-mark.ts';
import { mm } from '../drawing/pdf/theme.ts';
import { decorate, group } from '../drawing/pdf/tagged-pdf.ts';
import { bottom, type BrochurePdf, left, styles, top, addPage, width } from './page-layout.ts';
import { sectionHeight, writePart, writeSection } from './write-text.ts';

/** Draws the first page: the festival in a few words, and how to read its pictures. */
export function drawWelcome(book: BrochurePdf): void {
  const { data, t } = book;
  const section = group(book, book.root, 'Sect');
  addPage(book, data.festival.name);
  let y = top + 15;
  y = writePart(book, section, ['P', data.lead, styles.lead], y, { x: left, width: width * 0.86 });
  for (const words of data.welcome) y = writeSection(book, section, words, y);
  drawHowToRead(book, section, { heading: t.howToRead, paragraphs: [t.howToReadText] });
}

/** Draws the explanation of the pictures at the foot of the page. */
function drawHowToRead(
  book: BrochurePdf,
  section: BrochurePdf['root'],
  words: { heading: string; paragraphs: string[] },
): void {
  const column = { x: left + 48, width: width - 48 };
  const y = bottom - sectionHeight(book, words, column) - 8;
  decorate(book, () => {
    drawStave(book.pdf, { x: left, y, width });
    drawMark(book.pdf, { x: left, y: y + 21, width: mm(12) });
  });
  writeSection(book, section, words, y + 6, column);
}
