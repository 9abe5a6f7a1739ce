import type { SourceFile } from './source-files.ts';

const DECISIONS = 'docs/decisions/';
const INDEX = 'docs/decisions/README.md';
const GLOSSARY = 'docs/glossary.md';

const MAX_DECISION_LINES = 25;
const MAX_DECISION_WORDS = 450;
/** In lines. Nobody reads longer documents. */
const limits: [RegExp, number][] = [
  [/^README\.md$/, 80],
  [/^ARCHITECTURE\.md$/, 70],
  [/^STYLE\.md$/, 60],
  [/^docs\/tour\.md$/, 80],
  [/^docs\/measurements\/[^/]+\.md$/, 60],
  [/^docs\/decisions\/\d{4}-[^/]+\.md$/, MAX_DECISION_LINES],
];

/** A broken rule, as `file:line  what  → what to do`. */
export type Finding = string;

/**
 * Checks the length of documents, that the index lists all decisions, and that the glossary has no unused words.
 * `sources` is the code in which a word of the glossary must occur.
 */
export function checkDocs(documents: SourceFile[], sources: SourceFile[]): Finding[] {
  const index = documents.find(({ path }) => path === INDEX)?.text ?? '';
  const glossary = documents.find(({ path }) => path === GLOSSARY);
  return [
    ...documents.flatMap(checkLines),
    ...documents.filter(isDecision).flatMap((file) => checkDecision(file, index)),
    ...(glossary === undefined ? [] : checkGlossary(glossary, sources)),
  ];
}

const isDecision = ({ path }: SourceFile) => /^docs\/decisions\/\d{4}-/.test(path);

function finding(file: SourceFile, line: number, what: string, remedy: string): Finding {
  return `${file.path}:${line}  ${what}  → ${remedy}`;
}

function checkLines(file: SourceFile): Finding[] {
  const limit = limits.find(([pattern]) => pattern.test(file.path))?.[1];
  if (limit === undefined || file.lines <= limit) return [];
  const remedy = `cut it to ${limit} lines`;
  return [finding(file, limit + 1, `has ${file.lines} lines`, remedy)];
}

function checkDecision(file: SourceFile, index: string): Finding[] {
  const findings: Finding[] = [];
  const words = file.text.split(/\s+/).filter((word) => word !== '').length;
  if (words > MAX_DECISION_WORDS) {
    const remedy = `cut it to ${MAX_DECISION_WORDS}; keep what somebody needs to change the code`;
    findings.push(finding(file, 1, `has ${words} words`, remedy));
  }
  const name = file.path.slice(DECISIONS.length);
  if (!index.includes(`](${name})`)) {
    const remedy = `add number, title, state and date to ${INDEX}`;
    findings.push(finding(file, 1, 'is missing in the index', remedy));
  }
  return findings;
}

/** Each row of a table whose first column is headed `code` names words of the code, separated by commas. */
function checkGlossary(glossary: SourceFile, sources: SourceFile[]): Finding[] {
  const code = sources.map(({ path, text }) => `${path}\n${text}`).join('\n');
  return codeWords(glossary.text)
    .filter(({ word }) => !occursIn(word, code))
    .map(({ word, line }) =>
      finding(glossary, line, `"${word}" occurs nowhere in the code`, 'fix or delete the entry'),
    );
}

function codeWords(text: string): { word: string; line: number }[] {
  let isCodeTable = false;
  return text.split('\n').flatMap((line, i) => {
    const [, first] = /^\|([^|]*)\|/.exec(line) ?? [];
    if (first === undefined) isCodeTable = false;
    if (first?.trim() === 'code') isCodeTable = true;
    const isEntry = isCodeTable && first !== undefined && !/^\s*(?:code|-+)\s*$/.test(first);
    if (!isEntry) return [];
    return first.split(',').map((word) => ({ word: word.trim(), line: i + 1 }));
  });
}

/** As an identifier or in prose: `cart session` occurs as `cartSession`, `cart_session` and `Cart sessions`. */
function occursIn(word: string, code: string): boolean {
  const parts = word.split(/[ -]/).map((part) => part.replaceAll(/[^\p{L}\d]/gu, ''));
  return new RegExp(`(?<![a-z])${parts.join('[\\s_-]?')}`, 'i').test(code);
}
