import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';

/** A file of ours, as the checks see it. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

let files: SourceFile[] | undefined;

/** All hand-written texts in git (also files not added yet); built files are not in git. */
export const readFiles = (): SourceFile[] =>
  (files ??= execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:md|tsx?|m?js|css|sql|py|sh|ya?ml)$/.test(file))
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') })));

/** `file:line  what is wrong`; `index` is a position in `text`. */
export const finding = (file: string, text: string, index: number, what: string): string =>
  `${file}:${text.slice(0, index).split('\n').length}  ${what}`;

/** Whether a file holds tests. */
export const isTest = (file: SourceFile): boolean => /\.test\.tsx?$/.test(file.path);

/** Strings come first, so that `//` within one opens no comment; each is read within its line. */
const comments =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`|(?<![^\s{(;,])\/\/.*|\/\*[^]*?\*\//g;
const sqlComments = /'[^']*'|--.*|\/\*[^]*?\*\//g;
/** Comments of Python, shell and YAML; texts over several lines count as code. */
const hashComments = /'''[^]*?'''|"""[^]*?"""|'[^'\n]*'|"[^"\n]*"|(?<!\S)#.*/g;
const marker = /^[ \t]*(?:\*(?!\/)|\/\/|--|#)/gm;

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/**
 * The comments of code, or a whole document. Everything else is blank, so that every index stays; so are markers at
 * the start of a line: a phrase may run over two lines.
 */
export function proseOf({ path: file, text }: SourceFile): string {
  if (file.endsWith('.md')) return text;
  const sql = file.endsWith('.sql') ? sqlComments : comments;
  let prose = '';
  for (const match of text.matchAll(/\.(?:py|sh|ya?ml)$/.test(file) ? hashComments : sql)) {
    const isComment = /^(?:--|\/|#)/.test(match[0]);
    prose += blank(text.slice(prose.length, match.index));
    prose += isComment ? match[0] : blank(match[0]);
  }
  return (prose + blank(text.slice(prose.length))).replaceAll(marker, blank);
}
