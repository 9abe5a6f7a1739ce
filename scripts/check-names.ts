// The vocabulary and suffix rules of STYLE.md, on their own: `node scripts/run.mjs check-names`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSourceFiles } from './check/source-files.ts';
import { checkSuffixes } from './check/suffix-rules.ts';
import { checkVocabulary, type Vocabulary } from './check/vocabulary-rules.ts';

const words = path.join(import.meta.dirname, 'check/vocabulary.json');
const vocabulary = JSON.parse(readFileSync(words, 'utf8')) as Vocabulary;
const files = readSourceFiles();
const findings = [
  ...checkVocabulary(files, vocabulary),
  ...checkSuffixes(files, vocabulary.exceptions.suffixes),
];
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
