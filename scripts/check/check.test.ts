import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listExcess } from './budgets.ts';
import { checkCitations } from './citations.ts';
import { checkImports } from './imports.ts';
import { checkTexts } from './texts.ts';

const file = (name: string, text = '') => ({ path: name, text });

test.each([
  ['server/cart/add.ts', '#web/cart/x.ts', /server does not import web/],
  ['contract/cart.ts', 'node:path', /contract imports zod, node:url only/],
  ['server/settings/env.ts', '../backup/x.ts', /knows no feature/],
  ['packages/plates/sky.ts', '../embedded-postgres/x.ts', /does not import packages/],
  ['packages/plates/sky.ts', 'zod', /imports node, @resvg\/resvg-js only/],
  ['server/cart/add.ts', '#packages/stripe-sandbox/x.ts', /does not import packages/],
  ['web/ui/button.tsx', '../cart/x.ts', /web\/ui\/ knows no feature/],
  ['web/office/platform/office-context.ts', '#server/x.ts', /web does not import server/],
  ['server/cart/add.ts', '../edge/body.ts', /HTTP is for server\/edge alone/],
  ['server/start/start-process.ts', '../edge/app.ts', null],
  ['server/start/start-infrastructure.ts', '#packages/stripe-sandbox/x.ts', null],
  ['server/cart/add.test.ts', '#web/cart/x.ts', null],
])('%s that imports %s', (name, target, message) => {
  const findings = checkImports([file(name, `\nimport {\n  x,\n} from '${target}';`)]);
  expect(findings).toEqual(message ? [expect.stringMatching(message)] : []);
});

test('types of the server may reach the one file of web that hands them on', () => {
  const text = `import type { Office } from '#server/edge/office-visit.ts';`;
  expect(checkImports([file('web/office/platform/office-context.ts', text)])).toEqual([]);
});

test('files of the contract that the browser imports bring neither zod nor Node', () => {
  const contract = [
    file('contract/cart.ts', `import { z } from 'zod';`),
    file('contract/rules.ts', `import { cart } from './cart.ts';`),
    file('contract/paths.ts', `import type { Cart } from './cart.ts';`),
  ];
  const text = (name: string) => `import { x } from '#contract/${name}.ts';`;
  const check = (name: string) =>
    checkImports([...contract, file('web/cart/page.tsx', text(name))]);
  expect(check('cart')).toEqual([expect.stringMatching(/is not for the browser/)]);
  expect(check('rules')).toHaveLength(1);
  expect(check('paths')).toEqual([]);
  expect(checkImports([...contract, file('web/cart/a.server.ts', text('cart'))])).toEqual([]);
});

test('a cycle of features is reported with its imports', () => {
  const findings = checkImports([
    file('server/cart/add.ts', `import { x } from '#server/orders/x.ts';`),
    file('server/orders/x.ts', `import { y } from '../payment/y.ts';`),
    file('server/payment/y.ts', `import { add } from '../cart/add.ts';`),
  ]);
  expect(findings[0]).toBe(
    'server/cart is in a cycle: server/cart/add.ts imports server/orders/x.ts; ' +
      'server/orders/x.ts imports server/payment/y.ts; server/payment/y.ts imports server/cart/add.ts',
  );
});

const cited = [
  file('server/payment/settle-payment.ts'),
  file('docs/decisions/0007-testing.md'),
  file('docs/spec/api.md', '# API\n\n## Cart\n\n## Delivery details\n'),
  file('docs/spec/product.md', '# Product\n\n## 2. Pages\n\n## 5. Rules\n\n### Navigation rules\n'),
  file('docs/spec/payments.md', '# Payments\n\n## Create\n1. first\n2. second\n'),
];
const citations = (name: string, text: string) =>
  checkCitations([...cited, file(name, text)], ['check', 'bench:rush']);

test.each([
  ['// see settle.ts', 'settle.ts'],
  ['/** (payment/settle.ts) */', 'payment/settle.ts'],
  ['/**\n * (api.md,\n * Basket) */', 'Basket'],
  ['// (product.md 2, 4 and 5)', '4'],
  ['// (payments.md 2 to 4)', '4'],
  ['// (decision 8)', '8'],
  ['// npm run bench:rushes', 'bench:rushes'],
])('%j cites what does not exist', (text, missing) => {
  expect(citations('server/app.ts', text)).toEqual([
    expect.stringMatching(new RegExp(`^server/app.ts:\\d .*: ${missing} does not exist$`)),
  ]);
});

test.each([
  ['server/app.ts', '// (api.md, Delivery details; product.md 2 and 5, Navigation rules)'],
  ['server/app.ts', '// settle-payment.ts, payment/settle-*.ts, (decision 7)'],
  ['server/app.ts', `const a = 'gone.ts // decision 99';\nimport './gone.ts';`],
  ['db/a.sql', `select 'gone.ts'; -- product.md`],
  ['deploy/a.sh', 'cat \'gone.md # decision 99\' "$#" # npm run check'],
  ['docs/tour.md', '[why](decisions/0007-testing.md), https://example.org/gone.md'],
])('%s with %j cites nothing that is missing', (name, text) => {
  expect(citations(name, text)).toEqual([]);
});

test('a text whose key occurs nowhere else is reported, and one outside messages/', () => {
  const texts = `defineTexts({\n  title: { de: 'a' },\n  openPdf: { de: 'b' },\n  at_noon: { de: 'c' },\n})`;
  const findings = checkTexts([
    file('messages/cart.ts', `export const cartTexts = ${texts};`),
    file('messages/mail.ts', `export const mailTexts = defineTexts({\n  hello: x.title,\n});`),
    file('web/cart/cart-page.test.tsx', 'texts.openPdf; texts.hello'),
    file(
      'server/mails/operations.ts',
      `throw conflict({\n  de: 'Zu spät.',\n  en: 'Too late.' });`,
    ),
  ]);
  expect(findings).toEqual([
    'messages/cart.ts:3  nothing shows the text "openPdf"',
    'messages/mail.ts:2  nothing shows the text "hello"',
    'server/mails/operations.ts:2  a text in two languages belongs in messages/',
  ]);
});

test('a page weighs its preloads, compressed, each file once', () => {
  const client = mkdtempSync(path.join(tmpdir(), 'budgets-'));
  onTestFinished(() => rmSync(client, { recursive: true }));
  mkdirSync(path.join(client, 'assets'));
  const write = (name: string, content: string) =>
    writeFileSync(path.join(client, 'assets', name), content);
  const route = (name: string, parentId?: string) => ({
    parentId,
    module: `/assets/${name}.js`,
    imports: ['/assets/site.js'],
    css: ['/assets/site.css'],
  });
  const routes = {
    root: route('root'),
    home: route('home', 'root'),
    'office/a': route('office', 'root'),
  };
  const manifest = { entry: route('entry'), routes };
  write('manifest-1a2b3c4d.js', `window.x=${JSON.stringify(manifest)};`);
  for (const name of ['entry', 'root', 'office']) write(`${name}.js`, 'x');
  write('site.js', 'x'.repeat(200_000));
  write('site.js.br', 'x'.repeat(90_000));
  write('site.css', 'x'.repeat(14_001));
  write('home.js', 'x'.repeat(41_000));
  write('text-1a2b3c4d.woff2', 'x'.repeat(85_000));
  mkdirSync(path.join(client, 'door/assets'), { recursive: true });
  write('../door/assets/door-1a2b3c4d.js', 'x'.repeat(90_001));
  write('../door/assets/decoder.wasm', 'x'.repeat(90_001));
  expect(listExcess(client)).toEqual([
    'Styles of root: 14001 bytes, the budget is 14000',
    expect.stringMatching(/^Scripts of home: 131\d{3} bytes, the budget is 130000$/),
    'Styles of home: 14001 bytes, the budget is 14000',
    'Scripts of the door: 90001 bytes, the budget is 90000',
  ]);
});
