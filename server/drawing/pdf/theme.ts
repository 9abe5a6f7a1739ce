// The site's look in print (web/styles/tokens.css). Lengths in points, 72 to the inch.

export const ink = '#0F2B2D';
export const ink2 = '#3D5658';
export const paper = '#FFFFFF';
export const line = '#C9D2CF';

/** Names under which the fonts are registered. */
export const display = 'display';
export const displayItalic = 'display-italic';
export const text = 'text';
export const textBold = 'text-bold';
export const textItalic = 'text-italic';
export const sans = 'sans';
export const sansBold = 'sans-bold';
/** For names our own fonts cannot write. */
export const otherScripts = 'other-scripts';

export const fontNames = [
  display,
  displayItalic,
  text,
  textBold,
  textItalic,
  sans,
  sansBold,
  otherScripts,
] as const;
export type FontName = (typeof fontNames)[number];

/** Points of so many millimetres. */
export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}

/** Figures of equal width, for columns of prices. */
export const tabular: ['tnum', 'lnum', 'kern'] = ['tnum', 'lnum', 'kern'];
