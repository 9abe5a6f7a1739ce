import { finding, type SourceFile } from './source-files.ts';

const GLOSSARY = 'docs/glossary.md';
const productCode =
  /^(?:contract|packages|server|web|messages|db|test)\/.*\.(?:tsx?|m?js|css|sql)$/;

/** Words of the glossary's tables, in the first column if it is headed `code`, that occur nowhere in the code. */
export function checkGlossary(files: SourceFile[]): string[] {
  const text = files.find(({ path }) => path === GLOSSARY)?.text ?? '';
  const sources = files.filter(({ path }) => productCode.test(path));
  const code = sources.map((file) => `${file.path}\n${file.text}`).join('\n');
  const tables = [...text.matchAll(/^\| code \|.*\n\|[ -|]*\n((?:\|.*\n)*)/gm)];
  return tables.flatMap(({ 1: rows = '', index }) =>
    [...rows.matchAll(/^\|([^|]*)\|/gm)]
      .flatMap(([, first = '']) => first.split(',').map((word) => word.trim()))
      .filter((word) => !occursIn(word, code))
      .map((word) =>
        finding(GLOSSARY, text, text.indexOf(word, index), `"${word}" occurs nowhere in the code`),
      ),
  );
}

/** As an identifier or in prose: `cart session` occurs as `cartSession`, `cart_session` and `Cart sessions`. */
function occursIn(word: string, code: string): boolean {
  const parts = word.split(/[ -]/).map((part) => part.replaceAll(/[^\p{L}\d]/gu, ''));
  return new RegExp(`(?<![a-z])${parts.join('[\\s_-]?')}`, 'i').test(code);
}
