import { proseOf } from './prose.ts';
import { baseOf, finding, isGenerated, lineOf, type SourceFile } from './source-files.ts';

/** The words of STYLE.md and docs/glossary.md as data (vocabulary.json). */
export interface Vocabulary {
  /** Refused in file names, exported names and SQL functions, also as a plural; with what to write instead. */
  names: Record<string, string>;
  /** Refused in comments. */
  comments: Record<string, string>;
  /** Prefixes of paths where a refused word is the right one. */
  allowed: Record<string, string[]>;
}

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm;
const sqlFunction = /create (?:or replace )?function (\w+)/gi;

/** Checks refused words in names and comments. */
export function checkVocabulary(files: SourceFile[], words: Vocabulary): string[] {
  return files
    .filter(({ path }) => !path.startsWith('db/migrations/') && !isGenerated(path))
    .flatMap((file) => [...checkNames(file, words), ...checkComments(file, words)]);
}

const isAllowed = ({ path }: SourceFile, word: string, { allowed }: Vocabulary) =>
  (allowed[word] ?? []).some((prefix) => path.startsWith(prefix));

/** `createHttpServer`, `create-http-server`, `MAX_AGE_MS` → their words in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

const singularsOf = (word: string) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')];

function checkNames(file: SourceFile, words: Vocabulary): string[] {
  const pattern = file.path.endsWith('.sql') ? sqlFunction : exported;
  const names = [...file.text.matchAll(pattern)].map(({ 1: name = '', index }) => ({
    name,
    index,
  }));
  const own = { name: baseOf(file.path).replace(/\.\w+$/, ''), index: 0 };
  return [own, ...names].flatMap(({ name, index }) =>
    wordsOf(name)
      .flatMap((word) => singularsOf(word).find((form) => form in words.names) ?? [])
      .filter((word) => !isAllowed(file, word, words))
      .map((word) =>
        finding(
          file.path,
          lineOf(file.text, index),
          `"${word}" in ${name}`,
          words.names[word] ?? '',
        ),
      ),
  );
}

function checkComments(file: SourceFile, words: Vocabulary): string[] {
  const prose = proseOf(file);
  return Object.entries(words.comments)
    .filter(([word]) => !isAllowed(file, word, words))
    .flatMap(([word, instead]) =>
      [...prose.matchAll(new RegExp(`(?<![\\w./'"\`-])${word}(?![\\w'"\`-])`, 'gi'))].map(
        ({ index }) => finding(file.path, lineOf(prose, index), `"${word}" in a comment`, instead),
      ),
    );
}
