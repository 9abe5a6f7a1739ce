import Pdfkit from 'pdfkit';
import type { Language } from '#contract/language.ts';
import { parsedFonts, replaceMissingGlyphs, ink, tabular, type FontName } from './theme.ts';

export type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** A PDF while it is drawn. Draw everything inside `part` or `decorate`, or it has no tag for screen readers. */
export interface TaggedPdf {
  pdf: Pdf;
  /** Root of the structure; add parts in reading order. */
  root: Element;
}

export interface TaggedPdfOptions {
  language: Language;
  title: string;
  author: string;
  size: [width: number, height: number];
  /** Distance of automatic page breaks from the edges. */
  margins: { top: number; right: number; bottom: number; left: number };
  /** Part of the file: a fixed date makes the same data give the same bytes. */
  createdAt: Date;
}

/** Opens a tagged document (PDF/UA-1) with our fonts, all embedded. */
export function openTaggedPdf(options: TaggedPdfOptions): TaggedPdf {
  const pdf = new Pdfkit({
    pdfVersion: '1.7',
    // pdfkit's types lack PDF/UA
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    lang: options.language,
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    size: options.size,
    margins: options.margins,
    // no standard font: those are never embedded
    font: '',
    info: {
      Title: options.title,
      Author: options.author,
      Creator: options.author,
      Producer: 'PDFKit',
      CreationDate: options.createdAt,
    },
  });
  for (const [name, font] of parsedFonts()) {
    pdf.registerFont(name, font as unknown as Buffer);
  }
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  pdf.addPage();
  return { pdf, root };
}

/** Closes the document and returns its bytes. */
export function closeTaggedPdf({ pdf, root }: TaggedPdf): Promise<Uint8Array> {
  root.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}

/** Draws one part of the text under its tag: H1, H2, P, TH, TD … */
export function part(
  { pdf }: TaggedPdf,
  parent: Element,
  tag: string,
  draw: () => void,
  options: { lang?: string; alt?: string; scope?: 'Row' | 'Column'; bbox?: number[] } = {},
): void {
  parent.add(pdf.struct(tag, options, draw));
}

/** Adds a part that contains others: Table, TR, L, Sect … */
export function addGroup({ pdf }: TaggedPdf, parent: Element, tag: string): Element {
  const element = pdf.struct(tag);
  parent.add(element);
  return element;
}

/** Draws what screen readers skip: lines, decorative pictures, page numbers. */
export function decorate({ pdf }: TaggedPdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

export interface TextStyle {
  font: FontName;
  size: number;
  color?: string;
  /** Distance between lines as a multiple of the size. */
  leading?: number;
  align?: 'left' | 'right' | 'center' | 'justify';
  /** Digits of equal width. */
  hasTabularFigures?: boolean;
  tracking?: number;
}

export interface Place {
  x: number;
  /** First baseline: texts of different sizes then stand on one line. */
  baseline: number;
  width: number;
}

/** Writes text in lines of the given width. Returns the baseline of its last line. */
export function write(pdf: Pdf, words: string, place: Place, style: TextStyle): number {
  pdf.text(setFont(pdf, words, style), place.x, place.baseline, {
    ...textOptions(pdf, style, place.width),
    baseline: 'alphabetic',
  });
  return pdf.y - lineDistance(style);
}

/** A part of a paragraph with its style. */
export type Run = [words: string, style: TextStyle];

/** Writes runs as one paragraph with the line distance of the first run. Returns the last baseline. */
export function writeRuns(pdf: Pdf, runs: [Run, ...Run[]], place: Place): number {
  const distance = lineDistance(runs[0][1]);
  // an empty run would end the line
  const filled = runs.filter(([words]) => words !== '');
  filled.forEach(([words, style], i) => {
    const printed = setFont(pdf, words, style);
    const options = {
      ...textOptions(pdf, style, place.width),
      lineGap: distance - pdf.currentLineHeight(true),
      baseline: 'alphabetic',
      continued: i < filled.length - 1,
    } as const;
    if (i === 0) pdf.text(printed, place.x, place.baseline, options);
    else pdf.text(printed, options);
  });
  return pdf.y - distance;
}

/** Height in points from the first to the last baseline. */
export function textHeight(pdf: Pdf, words: string, width: number, style: TextStyle): number {
  const height = pdf.heightOfString(setFont(pdf, words, style), textOptions(pdf, style, width));
  return Math.max(0, height - lineDistance(style));
}

/** Points from one baseline to the next. */
export function lineDistance({ size, leading = 1.3 }: TextStyle): number {
  return size * leading;
}

/** Width of a text on one line. */
export function widthOf(pdf: Pdf, words: string, style: TextStyle): number {
  return pdf.widthOfString(setFont(pdf, words, style), {
    characterSpacing: (style.tracking ?? 0) * style.size,
  });
}

/** Sets font, size and colour. Returns the text with missing glyphs replaced. */
function setFont(pdf: Pdf, text: string, { font, size, color = ink }: TextStyle): string {
  const printed = replaceMissingGlyphs(text, font);
  pdf.font(printed.font).fontSize(size).fillColor(color);
  return printed.words;
}

function textOptions(pdf: Pdf, style: TextStyle, width: number): PDFKit.Mixins.TextOptions {
  return {
    width,
    align: style.align ?? 'left',
    lineGap: lineDistance(style) - pdf.currentLineHeight(true),
    characterSpacing: (style.tracking ?? 0) * style.size,
    ...(style.hasTabularFigures === true ? { features: tabular } : {}),
  };
}

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
