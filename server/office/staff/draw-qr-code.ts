import { encode } from 'uqr';
import type { QrCode } from '#contract/office/staff-queries.ts';

/** Draws a text as a QR code with a quiet zone of four modules. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
