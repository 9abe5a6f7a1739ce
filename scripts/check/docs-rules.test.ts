import { expect, test } from 'vitest';
import { checkDocs } from './docs-rules.ts';

const file = (path: string, text: string) => ({ path, text, lines: text.split('\n').length - 1 });
const index = (...names: string[]) =>
  file('docs/decisions/README.md', names.map((name) => `| 1 | [Title](${name}) |\n`).join(''));

test.each([
  ['README.md', 80],
  ['ARCHITECTURE.md', 70],
  ['STYLE.md', 60],
  ['docs/tour.md', 80],
  ['docs/measurements/rush.md', 60],
])('%s may have %i lines, not one more', (path, limit) => {
  expect(checkDocs([file(path, 'line\n'.repeat(limit))], [])).toEqual([]);
  expect(checkDocs([file(path, 'line\n'.repeat(limit + 1))], [])).toEqual([
    `${path}:${limit + 1}  has ${limit + 1} lines  → cut it to ${limit} lines`,
  ]);
});

test('documents without a limit may be long', () => {
  expect(checkDocs([file('docs/operating.md', 'line\n'.repeat(500))], [])).toEqual([]);
});

test('a decision has at most 25 lines and 450 words', () => {
  const decision = (text: string) =>
    checkDocs([index('0001-one.md'), file('docs/decisions/0001-one.md', text)], []);
  expect(decision('word '.repeat(450))).toEqual([]);
  expect(decision('word '.repeat(451))).toEqual([
    expect.stringMatching(/^docs\/decisions\/0001-one\.md:1 {2}has 451 words {2}→ cut it to 450/),
  ]);
  expect(decision('line\n'.repeat(26))).toEqual([
    'docs/decisions/0001-one.md:26  has 26 lines  → cut it to 25 lines',
  ]);
});

test('a decision that the index does not link is reported', () => {
  const documents = [
    index('0001-one.md'),
    file('docs/decisions/0001-one.md', ''),
    file('docs/decisions/0002-two.md', ''),
  ];
  expect(checkDocs(documents, [])).toEqual([
    expect.stringMatching(/^docs\/decisions\/0002-two\.md:1 {2}is missing in the index {2}→ add/),
  ]);
});

test('a glossary word that the code does not use is reported with its line', () => {
  const glossary = file(
    'docs/glossary.md',
    `# Glossary

| code | German |
| --- | --- |
| cart session, hold | Reservierung |
| lane | – |

| other table | German |
| --- | --- |
| not a code word | – |
`,
  );
  const sources = [file('server/cart/find-cart.ts', 'const cartSession = holdOf(planes);')];
  expect(checkDocs([glossary], sources)).toEqual([
    'docs/glossary.md:6  "lane" occurs nowhere in the code  → fix or delete the entry',
  ]);
});
