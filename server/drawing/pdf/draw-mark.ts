import { ink } from './theme.ts';
import type { Pdf } from './tagged-pdf.ts';

/** Points of one line of the mark; each line lies five units below the previous one (web/ui/icon.tsx). */
const ridge: [x: number, y: number][] = [
  [2, 21],
  [12.5, 21],
  [22, 5.5],
  [26.6, 13],
  [29.4, 10],
  [36.5, 21],
  [46, 21],
];
const units = { width: 48, left: 2, top: 5.5, stroke: 1.9 };

/** Draws the mark, five stave lines that rise into a ridge, with its top left corner at x, y. */
export function drawMark(pdf: Pdf, { x, y, width }: { x: number; y: number; width: number }): void {
  const scale = width / (units.width - 2 * units.left);
  pdf
    .save()
    .translate(x - units.left * scale, y - units.top * scale)
    .scale(scale);
  for (const drop of [0, 5, 10, 15, 20]) {
    ridge.forEach(([px, py], i) =>
      i === 0 ? pdf.moveTo(px, py + drop) : pdf.lineTo(px, py + drop),
    );
  }
  pdf.lineWidth(units.stroke).lineJoin('miter').stroke(ink).restore();
}

/** Draws the five lines above a section. Returns the y of the lowest. */
export function drawStave(
  pdf: Pdf,
  { x, y, width }: { x: number; y: number; width: number },
  gap = 2.6,
): number {
  for (let i = 0; i < 5; i++) pdf.moveTo(x, y + i * gap).lineTo(x + width, y + i * gap);
  pdf.lineWidth(0.5).stroke(ink);
  return y + 4 * gap;
}

/** Draws a horizontal line. */
export function drawRule(
  pdf: Pdf,
  { x, y, width }: { x: number; y: number; width: number },
  { color, weight }: { color: string; weight: number },
): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(weight)
    .stroke(color);
}
