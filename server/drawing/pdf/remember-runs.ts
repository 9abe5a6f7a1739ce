import type { GlyphRun, ParsedFont } from 'fontkit';

/** Runs kept per font; those of the labels and of an evening's concerts are some hundreds. */
const MOST_RUNS = 4000;

/**
 * Lets a font remember how it set a word: labels, venues and titles come again in every document, and
 * finding their glyphs and kerning is half of the work of a page.
 */
export function rememberRuns(font: ParsedFont): void {
  const known = new Map<string, GlyphRun>();
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    const key = features === undefined ? text : `${text}\n${JSON.stringify(features)}`;
    const run = known.get(key) ?? layout(text, features);
    if (known.size >= MOST_RUNS) known.clear();
    known.set(key, run);
    return copyRun(run);
  };
}

/** The library scales the positions it is given in place, so everybody gets their own. */
function copyRun(run: GlyphRun): GlyphRun {
  const copy = Object.create(Object.getPrototypeOf(run) as object) as GlyphRun;
  return Object.assign(copy, run, { positions: run.positions.map((one) => ({ ...one })) });
}
