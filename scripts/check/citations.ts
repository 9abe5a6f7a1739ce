import { finding, proseOf, type SourceFile } from './source-files.ts';

/** One number, or several: `2`, `1.3`, `2, 5 and 8`, `9 to 12`. */
const NUMBERS = String.raw`\d+(?:\.\d+)?(?:(?:,|\s+and|\s+to)\s+\d+(?:\.\d+)?)*`;

const fileName =
  /(?<![\w@./*{}+…-])(?:\.{1,2}\/)*([a-z\d*][\w./*-]*\.(?:md|tsx?|css|sql))(?![\w/-])/gi;
/** A document of the specification, the numbers of its sections, and a heading, which starts with a capital. */
const section = new RegExp(
  String.raw`\b([a-z]+\.md)(?:\s+(${NUMBERS}))?(?:,\s+([A-Z][^();:.*]*))?`,
  'g',
);
const decision = new RegExp(String.raw`\bdecisions?\s+(${NUMBERS})`, 'gi');
const npmScript = /\bnpm run (?:-s )?([a-z][\w:-]*)(?![\w:*-])/g;

/** Citations in comments and documents of a file, a section, a decision or an npm script that does not exist. */
export function checkCitations(files: SourceFile[], npmScripts: string[]): string[] {
  const paths = files.map(({ path }) => path);
  const known = new Set(paths.flatMap(endsOf));
  const sections = new Map(
    files
      .filter(({ path }) => path.startsWith('docs/spec/'))
      .map(({ path, text }) => [path.split('/').at(-1), readSections(text)]),
  );
  const decisions = paths.map((path) => /^docs\/decisions\/0*(\d+)-/.exec(path)?.[1] ?? '');
  /** Each returns the first part of a citation that leads nowhere. */
  const rules: [RegExp, (match: RegExpExecArray) => string | undefined][] = [
    [fileName, ([, file = '']) => (isKnown(file, known, paths) ? undefined : file)],
    [section, (match) => findMissingSection(match, sections.get(match[1]))],
    [
      decision,
      ([, list = '']) => list.match(/\d+/g)?.find((number) => !decisions.includes(number)),
    ],
    [npmScript, ([, name = '']) => (npmScripts.includes(name) ? undefined : name)],
  ];
  return files.filter(isReadable).flatMap((file) => {
    const prose = proseOf(file);
    return rules.flatMap(([pattern, findMissing]) =>
      [...prose.matchAll(pattern)].flatMap((match) => {
        const missing = findMissing(match);
        if (missing === undefined) return [];
        const cited = match[0].replaceAll(/\s+/g, ' ');
        return [finding(file.path, prose, match.index, `"${cited}": ${missing} does not exist`)];
      }),
    );
  });
}

/**
 * Databases and backups hold checksums of the migrations, so their comments stay as they are; what is coming names
 * files that do not exist yet.
 */
const isReadable = ({ path }: SourceFile) => !/^(?:db\/migrations|docs\/spec\/coming)\//.test(path);

const endsOf = (file: string) =>
  file.split('/').map((_, index, parts) => parts.slice(index).join('/'));

/** A file may be cited by the end of its path, with `*` for any characters. */
function isKnown(file: string, known: Set<string>, paths: string[]): boolean {
  if (!file.includes('*')) return known.has(file);
  const pattern = new RegExp(`(?:^|/)${file.replaceAll('.', '[.]').replaceAll(/\*+/g, '.*')}$`);
  return paths.some((path) => pattern.test(path));
}

type Sections = ReturnType<typeof readSections>;

/** Headings below the title, and their numbers; if these have none, the numbers of the document's list. */
function readSections(text: string) {
  const headings = [...text.matchAll(/^##+ (?:([\d.]*\d)\.? )?(.+)$/gm)];
  const numbered = headings.flatMap(([, number]) => number ?? []);
  const listed = [...text.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number);
  return {
    headings: headings.map(([, , heading = '']) => heading),
    numbers: numbered.length > 0 ? numbered : listed,
  };
}

function findMissingSection(
  [, , list = '', heading]: RegExpExecArray,
  document?: Sections,
): string | undefined {
  if (!document) return undefined;
  const missing = list.match(/[\d.]*\d/g)?.find((number) => !document.numbers.includes(number));
  const cited = heading?.replaceAll(/\s+/g, ' ');
  const startsWith = (text: string, words: string) =>
    text.startsWith(words) && !/^\w/.test(text.slice(words.length));
  if (missing !== undefined || cited === undefined) return missing;
  return document.headings.some((each) => startsWith(cited, each)) ? undefined : cited;
}
