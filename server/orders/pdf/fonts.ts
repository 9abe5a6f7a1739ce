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
