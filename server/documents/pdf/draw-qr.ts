import { encode } from 'uqr';
import { ink, paper } from '../../drawing/pdf/theme.ts';
import type { Pdf } from '../../drawing/pdf/tagged-pdf.ts';

/** Modules of white that readers need around a code. */
export const quietZone = 4;

/** A QR code of this size in points, white margin included: neighbouring modules are one rectangle. */
export function drawQr(
  pdf: Pdf,
  words: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { data, size: modules } = encode(words, { ecc: 'M', boostEcc: true, border: quietZone });
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
