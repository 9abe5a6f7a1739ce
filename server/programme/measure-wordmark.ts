import { readFileSync } from 'node:fs';
import { create, type ParsedFont } from 'fontkit';

let display: ParsedFont | undefined;

/**
 * Between characters (as in home.css) and of a character that only another font has, in em; and a factor, because
 * glyphs are a little wider than their advance.
 */
const widths = { betweenCharacters: -0.033, missingGlyph: 1, factor: 1.006 };

/** The width of the wordmark in em, so that the home page can set it across the screen. */
export function measureWordmark(shortName: string): number {
  display ??= create(readFileSync(new URL('../drawing/pdf/fonts/display.ttf', import.meta.url)));
  let width = 0;
  for (const character of shortName) {
    const codePoint = character.codePointAt(0) ?? 0;
    const advance = display.hasGlyphForCodePoint(codePoint)
      ? display.glyphForCodePoint(codePoint).advanceWidth / display.unitsPerEm
      : widths.missingGlyph;
    width += advance + widths.betweenCharacters;
  }
  return Math.round(width * widths.factor * 1000) / 1000;
}
