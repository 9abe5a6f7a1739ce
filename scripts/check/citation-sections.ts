import type { SourceFile } from './source-files.ts';

/** The error and what to write instead; undefined without an error. */
export type Verdict = [what: string, remedy: string] | undefined;

/** One number, or several: `2`, `1.3`, `2, 5 and 8`, `9 to 12`. */
export const NUMBERS = String.raw`\d+(?:\.\d+)?(?:(?:,|\s+and|\s+to)\s+\d+(?:\.\d+)?)*`;

/** A document, the numbers of its sections, and a heading, which starts with a capital. */
export const sectionCitation = new RegExp(
  String.raw`\b([a-z]+\.md)(?:\s+(sections?\s+|§\s*)?(${NUMBERS}))?(?:,\s+([A-Z][^();:.*]*))?`,
  'g',
);

interface Sections {
  headings: string[];
  numbers: Set<string>;
}

/** Checks citations of sections against the documents of the specification. */
export function createSectionCheck(specification: SourceFile[]) {
  const documents = new Map(
    specification.map(({ path, text }) => [path.split('/').at(-1), readSections(text)]),
  );
  return ([, name = '', sign, list = '', heading]: RegExpExecArray): Verdict => {
    const sections = documents.get(name);
    if (!sections) return undefined;
    if (sign) return [`"${name} ${sign.trim()} ${list}" is not our form`, `${name} ${list}`];
    const missing = list.match(/[\d.]*\d/g)?.find((number) => !sections.numbers.has(number));
    if (missing) return [`${name} has no section ${missing}`, [...sections.numbers].join(', ')];
    const cited = heading?.replaceAll(/\s+/g, ' ');
    if (cited === undefined || sections.headings.some((each) => startsWith(cited, each))) {
      return undefined;
    }
    return [`${name} has no heading "${cited}"`, sections.headings.join(' | ')];
  };
}

/** Headings below the title, and their numbers; if these have none, the numbers of the document's list. */
function readSections(text: string): Sections {
  const headings = [...text.matchAll(/^##+ (?:([\d.]*\d)\.? )?(.+)$/gm)];
  const numbered = headings.flatMap(([, number]) => number ?? []);
  const listed = [...text.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number);
  return {
    headings: headings.map(([, , heading = '']) => heading),
    numbers: new Set(numbered.length > 0 ? numbered : listed),
  };
}

const startsWith = (text: string, words: string) =>
  text.startsWith(words) && !/^\w/.test(text.slice(words.length));
