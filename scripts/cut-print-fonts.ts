/**
 * Cuts the fonts of the PDFs out of Newsreader and Instrument Sans, and out of Source Serif 4 for names in
 * other scripts (all SIL OFL 1.1): static, whole, and under names of their own, as the licence asks of
 * changed fonts.
 *
 *   node scripts/cut-print-fonts.ts
 *
 * The results in server/print/fonts are committed; run this again after an update of the font packages.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { mergeFonts } from './fonts/merge-fonts.ts';

const require = createRequire(import.meta.url);
const target = new URL('../server/print/fonts/', import.meta.url);

/** Letters by the pieces fonts come in: those of all European languages, and the signs our texts use. */
const letters = {
  latin: range(0x20, 0x7e) + range(0xa0, 0xff) + 'ıŒœ\u2009\u202f\u2010\u2011–—‘’‚“”„†•…‹›€−×→↗',
  'latin-ext': range(0x100, 0x17f) + 'ǍǎȘșȚțẀẁẂẃẄẅỲỳẼẽẞ',
  cyrillic: range(0x400, 0x45f) + 'ҐґҒғҚқҢңҮүҰұҺһӘәӨө',
  greek: range(0x386, 0x3ce),
  vietnamese: range(0x1ea0, 0x1ef9) + 'ĂăĐđĨĩŨũƠơƯư',
};

interface Cut {
  file: string;
  name: string;
  family: 'newsreader' | 'instrument-sans' | 'source-serif-4';
  style: 'opsz-normal' | 'opsz-italic' | 'wdth-normal';
  axes: Record<string, number>;
  /** Which of the pieces below; Latin alone unless told. */
  sets?: (keyof typeof letters)[];
}

/** Names are those of the site's own cuts (design tokens: MF Display, MF Text, MF Sans). */
const cuts: Cut[] = [
  ...(['normal', 'italic'] as const).flatMap((slant): Cut[] => {
    const style = `opsz-${slant}` as const;
    const [suffix, ending] = slant === 'italic' ? [' Italic', '-italic'] : ['', ''];
    return [
      {
        file: `display${ending}`,
        name: `MF Display${suffix}`,
        family: 'newsreader',
        style,
        axes: { opsz: 72, wght: 380 },
      },
      {
        file: `text${ending}`,
        name: `MF Text${suffix}`,
        family: 'newsreader',
        style,
        axes: { opsz: 16, wght: 400 },
      },
    ];
  }),
  {
    file: 'text-bold',
    name: 'MF Text Bold',
    family: 'newsreader',
    style: 'opsz-normal',
    axes: { opsz: 16, wght: 600 },
  },
  ...[400, 620].map((wght): Cut => ({
    file: wght === 400 ? 'sans' : 'sans-bold',
    name: wght === 400 ? 'MF Sans' : 'MF Sans Bold',
    family: 'instrument-sans',
    style: 'wdth-normal',
    axes: { wdth: 88, wght },
  })),
  {
    file: 'other-scripts',
    name: 'MF Other Scripts',
    family: 'source-serif-4',
    style: 'opsz-normal',
    axes: { opsz: 12, wght: 400 },
    sets: ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'],
  },
];

/** Kerning, ligatures, figures of equal width. */
const features = ['kern', 'liga', 'tnum', 'lnum', 'ccmp', 'locl'];

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
}

async function cut({ family, style, axes }: Cut, set: string, text: string): Promise<Buffer> {
  const file = `@fontsource-variable/${family}/files/${family}-${set}-${style}.woff2`;
  return subsetFont(await readFile(require.resolve(file)), text, {
    targetFormat: 'truetype',
    variationAxes: axes,
    keepFeatures: features,
    noHinting: true,
  });
}

for (const each of cuts) {
  const [first = 'latin', ...others] = each.sets ?? (['latin', 'latin-ext'] as const);
  let font = await cut(each, first, letters[first]);
  for (const set of others) font = mergeFonts(font, await cut(each, set, letters[set]), each.name);
  await writeFile(new URL(`${each.file}.ttf`, target), font);
  console.log(`${`${each.file}.ttf`.padEnd(22)} ${(font.length / 1024).toFixed(1)} kB`);
}
