import { encode } from 'uqr';
import { ink, paper } from '../../drawing/pdf/theme.ts';
import type { Pdf } from '../../drawing/pdf/tagged-pdf.ts';

/** Width of the white margin that readers need around a code, in modules. */
export const QUIET_ZONE_MODULES = 4;

/** Draws a QR code of this size in points including its margin; adjacent modules of a row are one rectangle. */
export function drawQr(
  pdf: Pdf,
  words: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { data, size: modules } = encode(words, {
    ecc: 'M',
    boostEcc: true,
    border: QUIET_ZONE_MODULES,
  });
  pdf.rect(x, y, size, size).fill(paper);
  pdf
    .save()
    .translate(x, y)
    .scale(size / modules);
  data.forEach((row, r) => {
    for (let c = 0; c < modules; c++) {
      if (row[c] !== true) continue;
      const start = c;
      while (row[c + 1] === true) c++;
      pdf.rect(start, r, c - start + 1, 1);
    }
  });
  pdf.fill(ink).restore();
}
