import { expect, test } from 'vitest';
import { checkCitations } from './citations.ts';

const file = (path: string, text: string) => ({ path, text, lines: text.split('\n').length - 1 });
const citable = {
  paths: [
    'server/payment/settle-payment.ts',
    'db/functions/settle-paid.sql',
    'docs/operating.md',
    'docs/decisions/0007-testing-payments.md',
    'docs/decisions/0013-asynchronous-commit.md',
    'docs/spec/api.md',
    'docs/spec/product.md',
    'docs/spec/payments.md',
  ],
  specification: [
    file('docs/spec/api.md', '# API\n\n## Cart\n\n## Delivery details\n\n## Payment and order\n'),
    file(
      'docs/spec/product.md',
      '# Product\n\n## 2. Pages\n\n1. a list\n\n## 5. Rules\n\n### Navigation rules\n',
    ),
    file('docs/spec/payments.md', '# Payments\n\n## Create\n1. first\n2. second\n3. third\n'),
  ],
  npmScripts: ['check', 'bench:rush'],
  serverCode: `tasks = { 'send-mail': sendMail };`,
  findRenames: (): [string, string][] => [
    ['server/first-name.ts', 'server/start/first-name.ts'],
    ['server/start/first-name.ts', 'server/start/present-name.ts'],
  ],
};
const check = (path: string, text: string) => checkCitations([file(path, text)], citable);

test.each([
  ['a file', '// see settle.ts', 'settle.ts does not exist  → the name of a file that exists'],
  ['a path', '/** (payment/settle.ts) */', 'payment/settle.ts does not exist  → the name'],
  ['a replaced document', '// (decisions.md, Pages)', 'decisions.md does not exist  → product.md'],
  ['a heading', '// (api.md, Basket)', 'api.md has no heading "Basket"  → Cart | Delivery details'],
  ['part of a heading', '// (api.md, Payment)', 'api.md has no heading "Payment"  → Cart'],
  ['a section', '// (product.md 3)', 'product.md has no section 3  → 2, 5'],
  ['one of several sections', '// (product.md 2, 4 and 5)', 'product.md has no section 4'],
  ['a heading of a section', '// (product.md 2, Footer)', 'product.md has no heading "Footer"'],
  ['a fact', '// (payments.md 2 to 4)', 'payments.md has no section 4'],
  [
    'the long form',
    '// (product.md section 2)',
    '"product.md section 2" is not our form  → product.md 2',
  ],
  ['a decision', '// (decision 8)', 'decision 8 does not exist'],
  [
    'a decision by its file',
    '// (docs/decisions/0007)',
    'decisions/0007 is no file  → (decision 7)',
  ],
  ['an npm script', '// npm run bench:rushes', '"npm run bench:rushes" does not exist'],
  ['a job', '// the job `find-mails`', 'the job "find-mails" does not exist'],
])('%s that does not exist is reported with what to write instead', (_, text, message) => {
  expect(check('server/app.ts', `const a = 1;\n${text}\n`)).toEqual([
    expect.stringContaining(`server/app.ts:2  ${message}`),
  ]);
});

test('a renamed file is reported with its current name', () => {
  expect(check('server/app.ts', '// made once in first-name.ts')).toEqual([
    'server/app.ts:1  first-name.ts does not exist  → present-name.ts',
  ]);
  expect(check('docs/tour.md', '`server/first-name.ts`')).toEqual([
    'docs/tour.md:1  server/first-name.ts does not exist  → server/start/present-name.ts',
  ]);
});

test('a citation may span two lines; the line where it starts is reported', () => {
  expect(check('server/app.ts', '/**\n * Pays (api.md,\n * Delivery details).\n */')).toEqual([]);
  expect(check('db/a.sql', 'select 1;\n-- pays (api.md,\n-- Delivery) at once\n')).toEqual([
    expect.stringMatching(/^db\/a\.sql:2 {2}api\.md has no heading "Delivery"/),
  ]);
  expect(check('deploy/a.sh', 'ls\n# pays (api.md,\n# Delivery) at once\n')).toEqual([
    expect.stringMatching(/^deploy\/a\.sh:2 {2}api\.md has no heading "Delivery"/),
  ]);
});

test.each([
  ['server/app.ts', '// (api.md, Cart; product.md 2 and 5, Navigation rules; payments.md 1 to 3)'],
  ['server/app.ts', '// settle-payment.ts, payment/settle-payment.ts, server/payment/*.ts'],
  ['server/app.ts', '// (decision 13); npm run bench:rush; npm run bench:*; the job `send-mail`'],
  ['server/app.ts', `const a = 'gone.ts // decision 99';\nimport './gone.ts';`],
  ['web/a.css', '.gone { background: url(gone.css); } /* docs/operating.md */'],
  ['deploy/a.sh', 'cat \'gone.md # decision 99\' "$#" # docs/operating.md'],
  ['docs/tour.md', '[why](decisions/0013-asynchronous-commit.md), https://example.org/gone.md'],
])('%s with %j is fine', (path, text) => {
  expect(check(path, text)).toEqual([]);
});
