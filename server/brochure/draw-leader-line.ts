import type { Pdf } from '../drawing/pdf/tagged-pdf.ts';

type Point = [x: number, y: number];

/** Draws a thin line with a dot from a label down to its summit; it bends if the label is not right above. */
export function drawLeaderLine(
  pdf: Pdf,
  { from: [fromX, fromY], to: [x, y] }: { from: Point; to: Point },
  { color, weight }: { color: string; weight: number },
): void {
  const bend = Math.max(fromY, y - 8);
  pdf.moveTo(fromX, fromY).lineTo(fromX, bend).lineTo(x, y).lineWidth(weight).stroke(color);
  pdf.circle(x, y, weight * 2.6).fill(color);
}
