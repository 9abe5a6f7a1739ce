import { expect, test } from 'vitest';
import { checkFeatureCycles } from './feature-cycles.ts';
import { checkImports } from './import-rules.ts';
import { checkFiles } from './structure-rules.ts';

const file = (path: string, text = '') => ({ path, text, lines: text.split('\n').length - 1 });
const check = (...files: ReturnType<typeof file>[]) => [
  ...checkFiles(files),
  ...checkImports(files),
  ...checkFeatureCycles(files),
];

test.each([
  ['server/cart/add.ts', `import { x } from '#web/cart/x.ts';`, /server does not import web/],
  ['web/cart/page.tsx', `import { x } from '#server/cart/x.ts';`, /web does not import server/],
  ['contract/cart.ts', `import x from 'hono';`, /contract imports zod, node:url only/],
  ['contract/cart.ts', `import path from 'node:path';`, /contract imports zod, node:url only/],
  ['server/settings/env.ts', `import { x } from '../backup/x.ts';`, /knows no feature/],
  ['server/platform/log.ts', `import { x } from '../settings/env.ts';`, /knows no feature/],
  ['packages/another/a.ts', `import { x } from '#server/x.ts';`, /does not import server/],
  ['packages/plates/sky.ts', `import { x } from '#contract/x.ts';`, /does not import contract/],
  [
    'packages/plates/sky.ts',
    `import { x } from '../embedded-postgres/x.ts';`,
    /does not import packages/,
  ],
  ['packages/plates/sky.ts', `import { z } from 'zod';`, /imports node, @resvg\/resvg-js only/],
  [
    'server/cart/add.ts',
    `import { x } from '#packages/stripe-sandbox/x.ts';`,
    /does not import packages/,
  ],
  [
    'web/ui/button.tsx',
    `import { x } from '#packages/plates/x.ts';`,
    /web does not import packages/,
  ],
  ['web/ui/button.tsx', `import { x } from '../cart/x.ts';`, /web\/ui\/ knows no feature/],
  [
    'server/platform/jobs/job-runner.ts',
    `import {\n  x,\n} from '#server/cart/x.ts';`,
    /knows no feature/,
  ],
  ['server/drawing/pdf/theme.ts', `import { x } from '#server/orders/x.ts';`, /knows no feature/],
  ['server/cart/add.ts', `const x = process.env.X;`, /only server\/settings\/env.ts does/],
  [
    'server/mails/operations.ts',
    `throw conflict({\n  de: 'Zu spät.',\n  en: 'Too late.' });`,
    /operations\.ts:2 .*write it in messages\//,
  ],
  [
    'web/office/platform/office-context.ts',
    `import { createOffice } from '#server/edge/office-visit.ts';`,
    /web does not import server/,
  ],
  ['server/cart/index.ts', `export * from './add.ts';\n`, /only passes on/],
  ['server/utils/add.ts', '', /says nothing/],
  ['server/cart/addItem.ts', '', /kebab-case/],
  ['server/cart/add.ts', '\n'.repeat(401), /401 lines, more than 400/],
  ['server/cart/add.ts', `\n/** ${'x'.repeat(120)} */`, /add\.ts:2 .*more than 120 characters/],
])('%s with %j is refused', (path, text, message) => {
  expect(check(file(path, text))).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['web/cart/page.tsx', `import type { Cart } from '#contract/cart.ts';`],
  ['web/cart/page.tsx', `import { paths } from '#contract/paths.ts';`],
  ['server/cart/add.ts', `import { z } from 'zod';\nimport { x } from '#contract/cart.ts';`],
  ['server/cart/add.ts', `const none = { de: '', en: '' };\nrun({ mode: 'add', code: 'x' });`],
  ['server/cart/add.ts', `/** ${'x'.repeat(100)} */\nconst address = '${'x'.repeat(120)}';`],
  ['server/cart/add.test.ts', `${'\n'.repeat(300)}process.env.X`],
  [
    'server/start/start-infrastructure.ts',
    `const sandbox = await import('#packages/stripe-sandbox/context.ts');`,
  ],
  [
    'web/office/platform/office-context.ts',
    `import type { Office } from '#server/edge/office-visit.ts';`,
  ],
  ['web/platform/visit.ts', `import type { Visit } from '#server/edge/visit.ts';`],
  ['server/cart/add.ts', `import { x } from '../platform/x.ts';`],
  ['server/drawing/pdf/embed-plate.ts', `import { x } from '#packages/plates/x.ts';`],
  ['packages/plates/sky.ts', `import { html } from 'node:fs/promises';`],
])('%s with %j is fine', (path, text) => {
  expect(check(file(path, text))).toEqual([]);
});

test('the contract files that the browser imports must import neither zod nor Node', () => {
  const contract = [
    file('contract/cart.ts', `import { z } from 'zod';`),
    file('contract/rules.ts', `import { cart } from './cart.ts';`),
    file('contract/paths.ts', `import type { Cart } from './cart.ts';`),
    file('contract/email.ts', `import { domainToASCII } from 'node:url';`),
  ];
  const page = (name: string) =>
    check(...contract, file('web/cart/page.tsx', `import { x } from '#contract/${name}.ts';`));
  expect(page('cart')).toEqual([expect.stringMatching(/is not for the browser/)]);
  expect(page('rules')).toHaveLength(1);
  expect(page('email')).toHaveLength(1);
  expect(page('paths')).toEqual([]);
  const text = `import { x } from '#contract/cart.ts';`;
  expect(check(...contract, file('web/cart/change-cart.server.ts', text))).toEqual([]);
});

test('a cycle of features is reported once, with its imports', () => {
  const findings = check(
    file('server/cart/add.ts', `import { x } from '#server/orders/x.ts';`),
    file('server/orders/x.ts', `import { y } from '../payment/y.ts';`),
    file('server/payment/y.ts', `import { add } from '../cart/add.ts';`),
    file('server/payment/z.ts', `import { x } from '../orders/x.ts';`),
  );
  expect(findings[0]).toMatch(
    /^server\/cart\/add\.ts:1 {2}server\/cart → server\/orders → server\/payment → server\/cart is a cycle/,
  );
});
