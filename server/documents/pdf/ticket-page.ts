import { drawMark, drawStave } from '../../drawing/pdf/draw-mark.ts';
import { display, ink2, mm, sans, textFont } from '../../drawing/pdf/theme.ts';
import {
  decorate,
  part,
  type TaggedPdf,
  textHeight,
  type TextStyle,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';
import type { TicketSeller } from './document-data.ts';

/** A5 portrait: readable on a phone, and two fit on a sheet of A4. */
export const ticketSize: [number, number] = [mm(148), mm(210)];
export const ticketMargins = { top: 0, right: 0, bottom: 0, left: 0 };

const left = mm(11);
const right = ticketSize[0] - left;
const width = right - left;
/** The column between the margins, in points. */
export const ticketColumn = { left, right, width };
/** Where the foot starts, in points. */
export const ticketFootTop: number = ticketSize[1] - mm(19);
/** Small words beside others. */
export const ticketLabel: TextStyle = { font: sans, size: 8, color: ink2 };

/** Draws mark and short name, and some words on the right. */
export function drawTicketHead(
  document: TaggedPdf,
  { shortName }: TicketSeller,
  words: string,
): void {
  const { pdf, root } = document;
  const baseline = mm(11.6);
  decorate(document, () => drawMark(pdf, { x: left, y: baseline - 16, width: 23 }));
  part(document, root, 'P', () => {
    const style = { font: display, size: 21, leading: 1, tracking: -0.018 } as const;
    write(pdf, shortName, { x: left + 31, baseline, width }, style);
  });
  part(document, root, 'P', () => {
    const style: TextStyle = { ...ticketLabel, size: 9, align: 'right' };
    write(pdf, words, { x: left, baseline, width }, style);
  });
}

/** The largest style up to this size in which the title takes at most two lines; longer titles get the smallest. */
export function fitTicketTitle({ pdf }: TaggedPdf, title: string, maxSize: number): TextStyle {
  const style: TextStyle = { font: display, size: maxSize, leading: 0.98, tracking: -0.02 };
  while (style.size > 18 && textHeight(pdf, title, width, style) > style.size * 1.2)
    style.size -= 1.5;
  return style;
}

/** Draws the stave, some words on the left, and the seller on the right. */
export function drawTicketFoot(
  document: TaggedPdf,
  { name, website }: TicketSeller,
  words: string,
): void {
  const { pdf, root } = document;
  decorate(document, () => {
    drawStave(pdf, { x: left, y: ticketFootTop, width }, 2.2);
  });
  const place = { x: left, baseline: ticketFootTop + 22, width };
  part(document, root, 'P', () => {
    const style: TextStyle = { font: textFont, size: 9, leading: 1.35 };
    write(pdf, words, { ...place, width: width * 0.62 }, style);
  });
  part(document, root, 'P', () => {
    const site = website.replace(/^https?:\/\//, '');
    write(pdf, `${name}\n${site}`, place, { ...ticketLabel, leading: 1.5, align: 'right' });
  });
}
