import { textHeight, addGroup, part, type TextStyle, write } from '../drawing/pdf/tagged-pdf.ts';
import { type BrochurePdf, left, styles, width } from './page-layout.ts';
import type { BrochureText } from './brochure-data.ts';

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
