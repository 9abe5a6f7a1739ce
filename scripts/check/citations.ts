import type { Verdict } from './citation-sections.ts';
import { createSectionCheck, NUMBERS, sectionCitation } from './citation-sections.ts';
import { proseOf } from './prose.ts';
import type { SourceFile } from './source-files.ts';

/** The targets that comments and documents may cite. */
export interface Citable {
  /** Every file of the repository, from the root. */
  paths: string[];
  /** The documents of docs/spec. */
  specification: SourceFile[];
  /** Names of the scripts in package.json. */
  npmScripts: string[];
  /** Code of the server, where the name of every job is a string. */
  serverCode: string;
  /** Old and new paths of renamed files, oldest first; called only if a file is missing. */
  findRenames?: () => [string, string][];
}

/** Documents that the specification replaced. */
const replaced = new Map([
  ['decisions.md', 'product.md'],
  ['clarifications.md', 'product.md'],
  ['look.md', 'design.md'],
]);

const fileName =
  /(?<![\w@./*{}+…-])(?:\.{1,2}\/)*[a-z\d*][\w./*-]*\.(?:md|tsx?|css|sql)(?![\w/-])/gi;
const decision = new RegExp(String.raw`\bdecisions?\s+(${NUMBERS})`, 'gi');
const decisionPath = /\bdecisions\/0*(\d+)(?![\w-]*\.md)/g;
const npmScript = /\bnpm run (?:-s )?([a-z][\w:-]*)(?![\w:*-])/g;
const job = /\bjobs?\s+`([a-z]+-[a-z-]+)`|`([a-z]+-[a-z-]+)`\s+job\b/g;

/** Finds broken citations in the text of comments and documents. */
type Check = (prose: string) => { index: number; what: string; remedy: string }[];

/**
 * Every citation in a comment or document of a file, section, decision, npm script or job that does not exist, as
 * `file:line  what  → what to write instead`.
 */
export function checkCitations(files: SourceFile[], citable: Citable): string[] {
  const checks = createChecks(citable);
  return files.flatMap((file) => {
    const prose = proseOf(file);
    return checks
      .flatMap((check) => check(prose))
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, what, remedy }) => {
        const line = prose.slice(0, index).split('\n').length;
        return `${file.path}:${line}  ${what}  → ${remedy}`;
      });
  });
}

function createChecks(citable: Citable): Check[] {
  const { paths, specification, npmScripts, serverCode } = citable;
  const decisions = paths.map((file) => /^docs\/decisions\/0*(\d+)-/.exec(file)?.[1]);
  return [
    collect(fileName, createFileCheck(paths, citable.findRenames ?? (() => []))),
    collect(sectionCitation, createSectionCheck(specification)),
    collect(decision, ([, list = '']) => {
      const missing = list.match(/\d+/g)?.find((number) => !decisions.includes(number));
      if (missing === undefined) return undefined;
      return [`decision ${missing} does not exist`, 'a number of docs/decisions'];
    }),
    collect(decisionPath, ([what, number]) => [`${what} is no file`, `(decision ${number})`]),
    collect(npmScript, ([what, name = '']) => {
      if (npmScripts.includes(name)) return undefined;
      return [`"${what}" does not exist`, 'a script of package.json'];
    }),
    collect(job, ([, before, after]) => {
      const name = before ?? after ?? '';
      if (serverCode.includes(`'${name}'`)) return undefined;
      return [`the job "${name}" does not exist`, 'a job of server/jobs.ts'];
    }),
  ];
}

const collect =
  (pattern: RegExp, check: (match: RegExpExecArray) => Verdict): Check =>
  (prose) =>
    [...prose.matchAll(pattern)].flatMap((match) => {
      const [what, remedy] = check(match) ?? [];
      return what === undefined || remedy === undefined
        ? []
        : [{ index: match.index, what, remedy }];
    });

/** A file may be cited by the end of its path, with `*` for any characters. */
function createFileCheck(paths: string[], findRenames: () => [string, string][]) {
  const known = new Set(paths.flatMap(endsOf));
  const exists = (cited: string) => {
    if (!cited.includes('*')) return known.has(cited);
    const pattern = new RegExp(`(?:^|/)${cited.replaceAll('.', '[.]').replaceAll(/\*+/g, '.*')}$`);
    return paths.some((file) => pattern.test(file));
  };
  return ([cited]: RegExpExecArray): Verdict => {
    const target = cited.replace(/^(?:\.\.?\/)+/, '');
    if (exists(target)) return undefined;
    const remedy = replaced.get(target) ?? followRenames(target, findRenames());
    const name = target.includes('/') ? remedy : remedy?.split('/').at(-1);
    return [`${cited} does not exist`, name ?? 'the name of a file that exists'];
  };
}

const endsOf = (file: string) =>
  file.split('/').map((_, index, parts) => parts.slice(index).join('/'));

/** Where the file is now; undefined if no file of this name was ever renamed. */
function followRenames(cited: string, renames: [string, string][]): string | undefined {
  let current: string | undefined;
  for (const [from, to] of renames) {
    if (current === undefined ? endsOf(from).includes(cited) : from === current) current = to;
  }
  return current;
}
