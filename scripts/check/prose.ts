import type { SourceFile } from './source-files.ts';

/** Strings come first, so that `//` within one opens no comment; each is read within its line. */
const comments =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`|(?<![^\s{(;,])\/\/.*|\/\*[^]*?\*\//g;
const sqlComments = /'[^']*'|--.*|\/\*[^]*?\*\//g;
/** Comments of Python, shell and YAML; texts over several lines count as code. */
const hashComments = /'''[^]*?'''|"""[^]*?"""|'[^'\n]*'|"[^"\n]*"|(?<!\S)#.*/g;
const marker = /^[ \t]*(?:\*(?!\/)|\/\/|--|#)/gm;

const patternOf = (path: string) => {
  if (/\.(?:py|sh|ya?ml)$/.test(path)) return hashComments;
  return path.endsWith('.sql') ? sqlComments : comments;
};

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/**
 * The comments of code, or a whole document. Everything else is blank, so that every index and line stays where it
 * was; markers at the start of a line are blank, too, so that a phrase may run over two lines.
 */
export function proseOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text;
  let prose = '';
  for (const { 0: part, index } of text.matchAll(patternOf(path))) {
    const isComment = /^(?:--|\/|#)/.test(part);
    prose += blank(text.slice(prose.length, index)) + (isComment ? part : blank(part));
  }
  return (prose + blank(text.slice(prose.length))).replaceAll(marker, blank);
}
