/** Width and height of the mark's drawing area. */
const WIDTH = 48;
const HEIGHT = 46;

/** Path data of the mark: five stave lines that rise into a ridge. Open lines, to be stroked. */
export const MARK_PATH = [21, 26, 31, 36, 41]
  .map((y) => `M2 ${y}H12.5L22 ${y - 15.5}L26.6 ${y - 8}L29.4 ${y - 11}L36.5 ${y}H46`)
  .join('');

/** The mark in one colour. `width` in pixels. */
export function markSvg(colour = 'currentColor', width = 40): string {
  const height = Math.round((width * HEIGHT * 10) / WIDTH) / 10;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" ` +
    `height="${height}" fill="none" stroke="${colour}" stroke-width="1.7" aria-hidden="true">` +
    `<path d="${MARK_PATH}"/></svg>`
  );
}

/** Colours of the icons, '#RRGGBB'. */
export interface IconColours {
  paper: string;
  line: string;
}

/**
 * The favicon: three bold lines instead of five, which stay apart at 16 pixels. Square, with a
 * background of its own, so that it is visible on light and dark tabs.
 */
export function faviconSvg({ paper, line }: IconColours): string {
  const ridges = [17, 22.5, 28]
    .map((y) => `M3 ${y}H7.5L14.5 ${y - 12}L18 ${y - 6.4}L20.2 ${y - 8.6}L25 ${y}H29`)
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" fill="${paper}"/>` +
    `<path d="${ridges}" fill="none" stroke="${line}" stroke-width="2.4"/></svg>`
  );
}

/** The app icon: all five lines in the middle, with the safe zone that masks of phones need. */
export function appIconSvg({ paper, line }: IconColours): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">` +
    `<rect width="512" height="512" fill="${paper}"/>` +
    `<path d="${MARK_PATH}" transform="translate(88 98)scale(7)" fill="none" stroke="${line}" ` +
    `stroke-width="1.9"/></svg>`
  );
}
