import type { SourceFile } from './source-files.ts';

/** A line of a comment. */
export interface CommentLine {
  /** From 1. */
  line: number;
  text: string;
}

const testFile = /\.(?:test|spec)\.tsx?$/;
/** `test('…'`, `describe.skip('…'` and the titles of tables, `])('…'`. */
const title =
  /(?:\b(?:test|it|describe)(?:\.\w+)*|[)\]`]\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`)/g;

const patterns = {
  sql: /--.*$|\/\*[^]*?\*\//gm,
  code: /(?<=^|[\s;{}(),])\/\/.*$|(?<=^|[\s{(])\/\*[^]*?\*\//gm,
};

/** The lines of all comments in a file, found by their markers: our formatted sources need no parser. */
export function commentsOf(file: Pick<SourceFile, 'path' | 'text'>): CommentLine[] {
  const pattern = file.path.endsWith('.sql') ? patterns.sql : patterns.code;
  return [...file.text.matchAll(pattern)].flatMap((match) => {
    const first = file.text.slice(0, match.index).split('\n').length;
    return match[0].split('\n').map((text, index) => ({ line: first + index, text }));
  });
}

/** The titles of tests in a file. */
export function titlesOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): CommentLine[] {
  if (!testFile.test(path)) return [];
  return [...text.matchAll(title)].map((match) => ({
    line: text.slice(0, match.index + match[0].indexOf(match[1] ?? '')).split('\n').length,
    text: (match[1] ?? '').slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ''),
  }));
}
