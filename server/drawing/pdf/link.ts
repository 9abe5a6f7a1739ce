import type { TaggedPdf } from './tagged-pdf.ts';

type Element = TaggedPdf['root'];

/** A clickable area of the page, in points. */
export interface LinkArea {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Text for screen readers. */
  words: string;
}

/** Draws a tagged link to another page of the same document (index from 0). */
export function linkToPage(
  document: TaggedPdf,
  parent: Element,
  area: LinkArea & { page: number },
  draw: () => void,
): void {
  const { pdf } = document;
  const element = pdf.struct('Link');
  parent.add(element);
  element.add(draw);
  // the types do not know that a number is a page; text must be an object, or pdfkit writes a name
  const link = pdf.link.bind(pdf) as unknown as (...args: unknown[]) => void;
  const { x, y, width, height, words, page } = area;
  link(x, y, width, height, page, { structParent: element, Contents: Object(words) });
  element.end();
}
