// Colours and fonts of everything printed. Lengths in points, 72 to the inch.
import { colours } from '#contract/colours.ts';

/** Colours of text and lines. */
export const ink: string = colours.ink;
export const ink2: string = colours.ink2;
/** Documents print on white. */
export const paper: string = colours.white;
export const line: string = colours.line;

/** Names of the registered fonts. */
export const display = 'display';
export const displayItalic = 'display-italic';
export const textFont = 'text';
export const textBold = 'text-bold';
export const textItalic = 'text-italic';
export const sans = 'sans';
export const sansBold = 'sans-bold';
/** For names in scripts that the other fonts lack. */
export const otherScripts = 'other-scripts';

/** Every font, to register them. */
export const fontNames = [
  display,
  displayItalic,
  textFont,
  textBold,
  textItalic,
  sans,
  sansBold,
  otherScripts,
] as const;
export type FontName = (typeof fontNames)[number];

/** Converts millimetres to points. */
export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}

/** Digits of equal width, for columns of prices. */
export const tabular: ['tnum', 'lnum', 'kern'] = ['tnum', 'lnum', 'kern'];
