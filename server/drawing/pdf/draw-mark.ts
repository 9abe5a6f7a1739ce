import { MARK_PATH } from '#packages/plates/mark.ts';
import { ink } from './theme.ts';
import type { Pdf } from './tagged-pdf.ts';

/** Where the mark's drawing begins, and its width; its lines are 1.9 wide. */
const units = { width: 44, left: 2, top: 5.5, stroke: 1.9 };

/** A festival's own drawing in place of the mark: the parts of an SVG file, filled. */
export interface OwnLogo {
  viewBox: string;
  path: string;
}

interface MarkPlace {
  x: number;
  y: number;
  width: number;
}

/**
 * Draws the mark, five stave lines that rise into a ridge, or the festival's own logo, with its top left corner at x, y.
 * A logo is as high as the mark would be, and no wider.
 */
export function drawMark(pdf: Pdf, { x, y, width }: MarkPlace, logo?: OwnLogo): void {
  const scale = width / units.width;
  pdf.save();
  if (logo === undefined) {
    pdf.translate(x - units.left * scale, y - units.top * scale).scale(scale);
    pdf.path(MARK_PATH).lineWidth(units.stroke).lineJoin('miter').stroke(ink);
  } else {
    const [left = 0, top = 0, ownWidth = 1, ownHeight = 1] = logo.viewBox
      .split(/[ ,]+/)
      .map(Number);
    const ownScale = Math.min(width / ownWidth, (width * 0.81) / ownHeight);
    pdf.translate(x - left * ownScale, y - top * ownScale).scale(ownScale);
    pdf.path(logo.path).fill(ink, 'even-odd');
  }
  pdf.restore();
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
