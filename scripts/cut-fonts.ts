/**
 * Cuts the site's fonts out of Newsreader and Instrument Sans (both SIL OFL 1.1).
 *
 *   node scripts/cut-fonts.ts
 *
 * The results in web/fonts are committed, so that a build needs no cutting; run this again
 * after an update of the font packages or a change of the tables below.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { readCmap, writeCmap } from './fonts/cmap.ts';
import { readTables, table, writeTables } from './fonts/sfnt.ts';

const require = createRequire(import.meta.url);
const target = new URL('../web/fonts/', import.meta.url);

interface Cut {
  name: string;
  family: 'newsreader' | 'instrument-sans';
  style: 'opsz-normal' | 'opsz-italic' | 'wdth-normal';
  axes: Record<string, number>;
}

const newsreader = { family: 'newsreader', style: 'opsz-normal' } as const;
const italic = { family: 'newsreader', style: 'opsz-italic' } as const;
const sans = { family: 'instrument-sans', style: 'wdth-normal' } as const;

/** A file for each weight, not a range of them: half as heavy, and mostly one of the two is not needed at first. */
const cuts: Cut[] = [
  { name: 'display', ...newsreader, axes: { opsz: 72, wght: 380 } },
  { name: 'display-italic', ...italic, axes: { opsz: 72, wght: 380 } },
  { name: 'text', ...newsreader, axes: { opsz: 16, wght: 400 } },
  { name: 'text-bold', ...newsreader, axes: { opsz: 16, wght: 600 } },
  { name: 'text-italic', ...italic, axes: { opsz: 16, wght: 400 } },
  { name: 'sans', ...sans, axes: { wdth: 88, wght: 400 } },
  { name: 'sans-bold', ...sans, axes: { wdth: 88, wght: 600 } },
];

/**
 * Letters of every composer between Reykjavík and Bucharest, and the signs our texts use. First come those that
 * nearly every page of ours needs.
 */
const first = range(0x20, 0x7e) + '\u00a0§©«·»×ÄÉÖÜßáäèéíóöü\u202f\u2010\u2011–—‘’‚“”„…‹›€−←→↗';
const glyphs = {
  first,
  west: without(first, range(0xa1, 0xff) + 'ıŒœ†•⁄'),
  ext: range(0x100, 0x17f) + 'ǍǎȘșȚțẀẁẂẃẄẅỲỳẼẽ',
};

/** Kerning, ligatures, figures of equal width, marks and the Romanian and Polish letter forms. */
const features = ['kern', 'liga', 'tnum', 'lnum', 'mark', 'mkmk', 'ccmp', 'locl', 'case'];

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
}

function without(left: string, text: string): string {
  return Array.from(text)
    .filter((sign) => !left.includes(sign))
    .join('');
}

/** Neither typeface has the narrow no-break space of our numbers: it takes the glyph of the space. */
function withNarrowSpace(font: Buffer): Buffer {
  const tables = readTables(font);
  const characters = readCmap(table(tables, 'cmap'));
  const space = characters.get(0x20);
  if (space === undefined) return font;
  tables.set('cmap', writeCmap(characters.set(0x202f, space)));
  return writeTables(tables);
}

let total = 0;
for (const { name: cut, family, style, axes } of cuts) {
  for (const [set, text] of Object.entries(glyphs)) {
    const source = set === 'ext' ? 'latin-ext' : 'latin';
    const file = `@fontsource-variable/${family}/files/${family}-${source}-${style}.woff2`;
    const whole = await readFile(require.resolve(file));
    const options = { variationAxes: axes, keepFeatures: features };
    const letters = await subsetFont(whole, text, { ...options, targetFormat: 'truetype' });
    const font = await subsetFont(withNarrowSpace(letters), text, {
      targetFormat: 'woff2',
      keepFeatures: features,
    });
    const name = set === 'first' ? `${cut}.woff2` : `${cut}-${set}.woff2`;
    await writeFile(new URL(name, target), font);
    total += font.length;
    console.log(`${name.padEnd(26)} ${(font.length / 1024).toFixed(1)} kB`);
  }
}
console.log(`${'all'.padEnd(26)} ${(total / 1024).toFixed(1)} kB`);
