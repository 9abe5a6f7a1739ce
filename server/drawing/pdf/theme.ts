import { colours } from '#server/platform/colours.ts';
import { readFileSync } from 'node:fs';
import anyAscii from 'any-ascii';
import { create, type GlyphRun, type ParsedFont } from 'fontkit';

// Colours and fonts of everything printed. Lengths in points, 72 to the inch.

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
const otherScripts = 'other-scripts';

/** Every font, to register them. */
const fontNames = [
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

let parsed: Map<FontName, ParsedFont> | undefined;

/** The fonts of all documents, parsed once per thread (made by scripts/fonts/build-fonts.py). */
export function parsedFonts(): Map<FontName, ParsedFont> {
  parsed ??= new Map(
    fontNames.map((name) => [
      name,
      parse(readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))),
    ]),
  );
  return parsed;
}

/**
 * fontkit caches a glyph with the characters of the text in which it first occurs: a U first seen as part of Ü
 * would stay silent for screen readers in all later documents. So each character is looked up alone first.
 */
function parse(file: Buffer): ParsedFont {
  const font = create(file);
  for (const codePoint of font.characterSet.toSorted((a, b) => a - b)) {
    font.glyphForCodePoint(codePoint);
  }
  cacheGlyphRuns(font);
  return font;
}

/** Per font; the labels and concerts of an evening need some hundreds. */
const MAX_CACHED_RUNS = 4000;

/**
 * Caches the layout of words: labels, venues and titles recur in every document, and finding their glyphs and
 * kerning is half the work of a page.
 */
function cacheGlyphRuns(font: ParsedFont): void {
  const known = new Map<string, GlyphRun>();
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    const key = features === undefined ? text : `${text}\n${JSON.stringify(features)}`;
    const run = known.get(key) ?? layout(text, features);
    if (known.size >= MAX_CACHED_RUNS) known.clear();
    known.set(key, run);
    return copyRun(run);
  };
}

/** pdfkit scales the positions in place, so every caller gets a copy. */
function copyRun(run: GlyphRun): GlyphRun {
  const copy = Object.create(Object.getPrototypeOf(run) as object) as GlyphRun;
  return Object.assign(copy, run, { positions: run.positions.map((one) => ({ ...one })) });
}

/** Characters that our fonts lack, with their substitutes. */
const substitutes: Record<string, string> = {
  '\u2009': '\u202f',
  '\u200a': '\u202f',
  '\u2011': '-',
  '\u2212': '–',
  '\t': ' ',
};

/** Text as a font can print it, and that font. */
export interface Printable {
  words: string;
  font: FontName;
}

/**
 * Chooses a font that has the glyphs: Cyrillic, Greek and Vietnamese texts use the font for other scripts.
 * A character that no font has is decomposed (№ to No) or transliterated (王 to Wang); pictographs and invisible
 * characters are dropped. A missing glyph would be an empty box and break PDF/UA.
 */
export function replaceMissingGlyphs(text: string, name: FontName): Printable {
  const words = text.normalize('NFC');
  const wanted = countMissing(words, name);
  const font = wanted > 0 && countMissing(words, otherScripts) < wanted ? otherScripts : name;
  return { words: substitute(words, font), font };
}

function countMissing(words: string, name: FontName): number {
  const font = parsedFonts().get(name);
  let missing = 0;
  for (const sign of words) {
    if (sign !== '\n' && substitutes[sign] === undefined && !hasGlyph(font, sign)) missing++;
  }
  return missing;
}

function substitute(words: string, name: FontName): string {
  const font = parsedFonts().get(name);
  let result = '';
  for (const sign of words) {
    result += sign === '\n' || hasGlyph(font, sign) ? sign : substituteFor(font, sign);
  }
  return result;
}

function hasGlyph(font: ParsedFont | undefined, sign: string): boolean {
  return font?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ?? false;
}

/** Control, direction and joining characters, accents without a base, emoji. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

function substituteFor(font: ParsedFont | undefined, sign: string): string {
  const known = substitutes[sign];
  if (known !== undefined) return known;
  if (UNPRINTED.test(sign)) return '';
  const parts = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const canPrint = parts !== '' && Array.from(parts).every((part) => hasGlyph(font, part));
  // '' for characters without a reading, such as private ones
  return canPrint ? parts : anyAscii(sign);
}
