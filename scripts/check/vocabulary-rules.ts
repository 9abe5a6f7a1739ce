import { commentsOf, titlesOf } from './comments.ts';
import type { SourceFile } from './source-files.ts';
import { baseOf, isGenerated, lineOf, mainFunctionOf } from './source-files.ts';

/** The words of STYLE.md and docs/glossary.md as data (vocabulary.json). */
export interface Vocabulary {
  /** Refused in file names, exported names and SQL functions, also as a plural; with what to write instead. */
  names: Record<string, string>;
  /** Refused in comments and in titles of tests. */
  comments: Record<string, string>;
  /** Verbs with which a command may start. */
  verbs: string[];
  /** Exported names that mean the same in server and web, and those that React Router asks for. */
  pairs: string[];
  /** Prefixes of paths where a refused word is the right one, as `door` is in contract/constants.ts. */
  allowed: Record<string, string[]>;
}

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm;
const sqlFunction = /create (?:or replace )?function (\w+)/gi;
const isTest = (path: string) => /\.test\.tsx?$|^(?:test|e2e|bench)\//.test(path);

/** Checks refused words in names and comments, commands without a listed verb, and names with two meanings. */
export function checkVocabulary(files: SourceFile[], words: Vocabulary): string[] {
  const ours = files.filter(({ path }) => !path.startsWith('db/migrations/') && !isGenerated(path));
  return [
    ...ours.flatMap((file) => checkNames(file, words)),
    ...ours.flatMap((file) => checkComments(file, words)),
    ...ours.flatMap((file) => checkVerb(file, words)),
    ...checkPairs(ours, words),
  ];
}

const under = (path: string, prefixes: string[] = []) =>
  prefixes.some((prefix) => path.startsWith(prefix));

/** `createHttpServer`, `create-http-server`, `MAX_AGE_MS` → their words in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function exportsOf(file: SourceFile): { name: string; line: number }[] {
  const pattern = file.path.endsWith('.sql') ? sqlFunction : exported;
  return [...file.text.matchAll(pattern)].map((match) => ({
    name: match[1] ?? '',
    line: lineOf(file.text, match.index),
  }));
}

const singularsOf = (word: string) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')];

function checkNames(file: SourceFile, words: Vocabulary): string[] {
  const named = [{ name: baseOf(file.path).replace(/\.\w+$/, ''), line: 1 }, ...exportsOf(file)];
  return named.flatMap(({ name, line }) =>
    wordsOf(name)
      .flatMap((word) => singularsOf(word).find((form) => form in words.names) ?? [])
      .filter((word) => !under(file.path, words.allowed[word]))
      .map((word) => `${file.path}:${line}  "${word}" in ${name}  → ${words.names[word]}`),
  );
}

function checkComments(file: SourceFile, words: Vocabulary): string[] {
  const lines = [
    ...commentsOf(file).map((comment) => ({ ...comment, where: 'in a comment' })),
    ...titlesOf(file).map((title) => ({ ...title, where: 'in the title of a test' })),
  ];
  return lines.flatMap(({ line, text, where }) =>
    Object.entries(words.comments)
      .filter(([word]) => new RegExp(`(?<![\\w./'"\`-])${word}(?![\\w'"\`-])`, 'i').test(text))
      .filter(([word]) => !under(file.path, words.allowed[word]))
      .map(([word, instead]) => `${file.path}:${line}  "${word}" ${where}  → ${instead}`),
  );
}

/** A server file that is named after a function it exports is a command or a helper: verb first. */
function checkVerb(file: SourceFile, words: Vocabulary): string[] {
  const { path } = file;
  if (!path.startsWith('server/') || isTest(path) || mainFunctionOf(file) === null) return [];
  const [verb = ''] = baseOf(path).split(/[-.]/);
  if (words.verbs.includes(verb)) return [];
  return [`${path}:1  "${verb}" is no listed verb  → vocabulary.json, "verbs"`];
}

function checkPairs(files: SourceFile[], words: Vocabulary): string[] {
  const places = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => /^(?:server|web)\//.test(path) && !isTest(path))) {
    if (file.path.endsWith('.fixture.ts')) continue;
    for (const { name, line } of exportsOf(file)) {
      places.set(name, [...(places.get(name) ?? []), `${file.path}:${line}`]);
    }
  }
  return [...places]
    .filter(([name, at]) => at.length > 1 && !words.pairs.includes(name))
    .map(([name, at]) => `${at.join(' and ')}  both export ${name}  → one name, one thing`);
}
