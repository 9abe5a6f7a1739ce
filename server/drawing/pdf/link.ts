import type { TaggedPdf } from './tagged-pdf.ts';

type Element = TaggedPdf['root'];

/** An area of the page that leads elsewhere, in points. */
export interface LinkArea {
  x: number;
  y: number;
  width: number;
  height: number;
  /** What a screen reader says of it. */
  words: string;
}

/** Draws a link to another page of the same document (index from 0), tagged as one. */
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
  // a number is a page, which the types do not know; text must come as an object, or it would be a name
  const link = pdf.link.bind(pdf) as unknown as (...args: unknown[]) => void;
  const { x, y, width, height, words, page } = area;
  link(x, y, width, height, page, { structParent: element, Contents: Object(words) });
  element.end();
}
