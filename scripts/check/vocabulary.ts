import { finding, proseOf, type SourceFile } from './source-files.ts';

/** The words of STYLE.md and docs/glossary.md as data (vocabulary.json), each with what to write instead. */
interface Vocabulary {
  /** Refused in file names, exported names and SQL functions, also as a plural. */
  names: Record<string, string>;
  /** Refused in comments. */
  comments: Record<string, string>;
  /** Prefixes of paths where a refused word is the right one. */
  allowed: Record<string, string[]>;
}

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;
const sqlFunction = /create (?:or replace )?function (\w+)/gi;

/** Refused words in names and comments. */
export function checkVocabulary(files: SourceFile[], words: Vocabulary): string[] {
  return files
    .filter(({ path }) => !/^db\/(?:migrations\/|schema\.sql$)/.test(path))
    .flatMap((file) => {
      const { path, text } = file;
      const prose = proseOf(file);
      const names = [...text.matchAll(path.endsWith('.sql') ? sqlFunction : exported)]
        .map(({ 1: name = '', index }) => ({ name, index }))
        .concat({ name: path.replaceAll(/^.*\/|\.\w+$/g, ''), index: 0 });
      const inNames = ([word, instead]: [string, string]) =>
        names
          .filter(({ name }) => new RegExp(`\\b${word}(?:e?s)?\\b`).test(splitWords(name)))
          .map(({ index }) => ({ word, instead, index }));
      const inComments = ([word, instead]: [string, string]) =>
        [...prose.matchAll(new RegExp(`(?<![\\w./'"\`-])${word}(?![\\w'"\`-])`, 'gi'))].map(
          ({ index }) => ({ word, instead, index }),
        );
      return Object.entries(words.names)
        .flatMap(inNames)
        .concat(Object.entries(words.comments).flatMap(inComments))
        .filter(({ word }) => !words.allowed[word]?.some((prefix) => path.startsWith(prefix)))
        .map(({ word, instead, index }) => finding(path, text, index, `"${word}" → ${instead}`));
    });
}

/** `createHttpServer`, `create-http-server`, `MAX_AGE_MS` → their words in lower case. */
const splitWords = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();
