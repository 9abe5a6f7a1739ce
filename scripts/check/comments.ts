import type { SourceFile } from './source-files.ts';

/** A line of a comment. */
export interface CommentLine {
  /** From 1. */
  line: number;
  text: string;
}

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
