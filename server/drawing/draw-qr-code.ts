import { encode } from 'uqr';

/** A QR code as the path of an SVG with a viewBox of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a text as a QR code with a quiet zone of four modules. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
