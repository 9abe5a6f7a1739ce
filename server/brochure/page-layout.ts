import type { Picked } from '#messages/define-texts.ts';
import type { brochureTexts } from '#messages/brochure.ts';
import {
  display,
  displayItalic,
  ink,
  ink2,
  mm,
  sans,
  sansBold,
  textFont,
  textBold,
  textItalic,
} from '../drawing/pdf/theme.ts';
import {
  decorate,
  write,
  textHeight,
  addGroup,
  part,
  type TaggedPdf,
  type TextStyle,
} from '../drawing/pdf/tagged-pdf.ts';
import type { BrochureData, BrochureText } from './collect-brochure.ts';

/** A5 portrait: folded sheets of A4. */
export const pageSize: [width: number, height: number] = [mm(148), mm(210)];
export const [pageWidth, pageHeight] = pageSize;
/** Edges of the text, and its width, in points. */
export const left = mm(13);
export const right = pageWidth - mm(13);
export const width = right - left;
export const top = mm(14);
/** Lower end of the text. */
export const bottom = pageHeight - mm(18);
const FOLIO_BASELINE = pageHeight - mm(9);

/** Text styles of the brochure. */
export const styles = {
  title: { font: display, size: 31, leading: 0.98, tracking: -0.022 },
  heading: { font: display, size: 21, leading: 1.05, tracking: -0.012 },
  subheading: { font: display, size: 14, leading: 1.15, tracking: -0.004 },
  lead: { font: display, size: 22, leading: 1.12, tracking: -0.006 },
  subtitle: { font: textItalic, size: 11.5, leading: 1.25 },
  introduction: { font: textFont, size: 11, leading: 1.42 },
  body: { font: textFont, size: 10, leading: 1.42 },
  composer: { font: textBold, size: 10.5, leading: 1.2 },
  work: { font: display, size: 14.5, leading: 1.12, tracking: -0.004 },
  movement: { font: textItalic, size: 10, leading: 1.32 },
  numeral: { font: textFont, size: 8, color: ink2, leading: 1.3 },
  interval: { font: displayItalic, size: 11.5, leading: 1 },
  small: { font: sans, size: 8.2, color: ink2, leading: 1.4 },
  smallInk: { font: sans, size: 8.2, color: ink, leading: 1.4 },
  smallBold: { font: sansBold, size: 8.2, color: ink, leading: 1.4 },
  facts: { font: sans, size: 9.2, color: ink, leading: 1.4 },
  factsBold: { font: sansBold, size: 9.2, color: ink, leading: 1.4 },
} as const satisfies Record<string, TextStyle>;

/** The brochure while it is drawn. */
export interface BrochurePdf extends TaggedPdf {
  data: BrochureData;
  t: Picked<typeof brochureTexts>;
  /** Text beside the page number, by page from 0; other pages have no number. */
  runningFeet: Map<number, string>;
}

/** Adds a page and returns its index, from 0. With a running foot the page also gets its number. */
export function addPage({ pdf, runningFeet }: BrochurePdf, runningFoot?: string): number {
  pdf.addPage();
  const page = countPages(pdf) - 1;
  if (runningFoot !== undefined) runningFeet.set(page, runningFoot);
  return page;
}

/** Number of pages so far. */
export function countPages(pdf: TaggedPdf['pdf']): number {
  return pdf.bufferedPageRange().count;
}

/** Whether the next page is a left one. */
export function isNextLeft({ pdf }: BrochurePdf): boolean {
  return countPages(pdf) % 2 === 1;
}

/** Writes page numbers and running feet at the outer edges. Call it last. */
export function drawFolios(brochure: BrochurePdf): void {
  const { pdf, runningFeet } = brochure;
  for (const [page, words] of runningFeet) {
    pdf.switchToPage(page);
    const align = page % 2 === 0 ? 'right' : 'left';
    const number = String(page + 1);
    decorate(brochure, () => {
      const place = { x: left, baseline: FOLIO_BASELINE, width };
      write(pdf, number, place, { ...styles.factsBold, align });
      const shift = 22;
      const beside = { ...place, x: align === 'left' ? left + shift : left, width: width - shift };
      write(pdf, words, beside, { ...styles.small, align });
    });
  }
}

type Parent = BrochurePdf['root'];

/** Column for text; the whole width by default. */
export interface TextColumn {
  x: number;
  width: number;
}

const fullWidth: TextColumn = { x: left, width };

/** Writes a paragraph with its tag. Returns the baseline of its last line. */
export function writePart(
  brochure: BrochurePdf,
  parent: Parent,
  [tag, words, style]: [tag: string, words: string, style: TextStyle],
  baseline: number,
  column: TextColumn = fullWidth,
): number {
  let last = baseline;
  part(brochure, parent, tag, () => {
    last = write(brochure.pdf, words, { ...column, baseline }, style);
  });
  return last;
}

/** Writes a heading with paragraphs below the baseline `from`. Returns the last baseline. */
export function writeSection(
  brochure: BrochurePdf,
  parent: Parent,
  { heading, paragraphs }: BrochureText,
  from: number,
  column: TextColumn = fullWidth,
): number {
  const section = addGroup(brochure, parent, 'Sect');
  let y = writePart(brochure, section, ['H3', heading, styles.subheading], from + 26, column) + 3;
  for (const words of paragraphs) {
    y = writePart(brochure, section, ['P', words, styles.body], y + 15, column) + 1.5;
  }
  return y;
}

/** Height of `writeSection` in points. */
export function sectionHeight(
  { pdf }: BrochurePdf,
  { heading, paragraphs }: BrochureText,
  column: TextColumn = fullWidth,
): number {
  const head = 29 + textHeight(pdf, heading, column.width, styles.subheading);
  return paragraphs.reduce(
    (sum, words) => sum + 16.5 + textHeight(pdf, words, column.width, styles.body),
    head,
  );
}
