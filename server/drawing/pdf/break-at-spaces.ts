import { type TaggedPdf, type TextStyle, widthOf } from './tagged-pdf.ts';

/** In points: the library counts the spaces between letters a little otherwise. */
const slack = 3;

/**
 * The words with line breaks that fit the width: only at spaces, where the library would also break at
 * hyphens and part 'G-' from 'Dur'.
 */
export function breakAtSpaces(
  pdf: TaggedPdf['pdf'],
  words: string,
  width: number,
  style: TextStyle,
): string {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(pdf, longer, style) <= width - slack)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
