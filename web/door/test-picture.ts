/** The text of the test picture. */
export const TEST_TEXT = 'MARIENFIRN';

/** Rows of its QR code, each a number in base 36 whose bits are the modules. */
const rows =
  '18nen mz41 wod9 wpct wti5 mwch 18prz 2yo tuz6 188z2 kx7g q8an ky2a 58p 18m3l mwto ws83 wpdm wr2h mw5f 18rct'.split(
    ' ',
  );
const MODULE_PX = 8;
const MARGIN_MODULES = 4;

/** A picture of a code, with which a reader shows that it can read. */
export function drawTestPicture(): ImageData {
  const size = (rows.length + 2 * MARGIN_MODULES) * MODULE_PX;
  const pixels = new Uint32Array(size * size).fill(0xffffffff);
  for (const [y, row] of rows.entries()) {
    const bits = Number.parseInt(row, 36);
    for (let x = 0; x < rows.length; x++) {
      if ((bits & (1 << (rows.length - 1 - x))) !== 0) fillModule(pixels, size, x, y);
    }
  }
  return new ImageData(new Uint8ClampedArray(pixels.buffer), size, size);
}

function fillModule(pixels: Uint32Array, size: number, x: number, y: number): void {
  const left = (x + MARGIN_MODULES) * MODULE_PX;
  const top = (y + MARGIN_MODULES) * MODULE_PX;
  for (let line = top; line < top + MODULE_PX; line++) {
    pixels.fill(0xff000000, line * size + left, line * size + left + MODULE_PX);
  }
}
