import { readFileSync } from 'node:fs';
import { create, type ParsedFont } from 'fontkit';
import { type FontName, fontNames } from './look.ts';

let parsed: Map<FontName, ParsedFont> | undefined;

/** The fonts of all documents, parsed once per thread (scripts/cut-print-fonts.ts made them). */
export function parsedFonts(): Map<FontName, ParsedFont> {
  parsed ??= new Map(
    fontNames.map((name) => [
      name,
      create(readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))),
    ]),
  );
  return parsed;
}

/** Signs our fonts lack, and those that stand in for them. */
const substitutes: Record<string, string> = {
  '\u2009': '\u202f',
  '\u200a': '\u202f',
  '\u2011': '-',
  '\u2212': '–',
  '\t': ' ',
};

/**
 * The same words in letters the font has: all of Europe's Latin ones; of others the plain letter
 * (Vietnamese ầ as a), else a question mark. A missing glyph would be an empty box, and void as PDF/UA.
 */
export function printable(words: string, name: FontName): string {
  const font = parsedFonts().get(name);
  let result = '';
  for (const sign of words.normalize('NFC')) {
    result += sign === '\n' || hasGlyph(font, sign) ? sign : substituteFor(font, sign);
  }
  return result;
}

function hasGlyph(font: ParsedFont | undefined, sign: string): boolean {
  return font?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ?? false;
}

function substituteFor(font: ParsedFont | undefined, sign: string): string {
  const known = substitutes[sign];
  if (known !== undefined) return known;
  const [base = ''] = sign.normalize('NFKD');
  return hasGlyph(font, base) ? base : '?';
}
