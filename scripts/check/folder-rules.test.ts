import { expect, test } from 'vitest';
import { checkFolders } from './folder-rules.ts';

const file = (path: string, text = '', lines = 40) => ({ path, text, lines });
const check = (files: ReturnType<typeof file>[]) => checkFolders(files, ['change', 'write']);
const many = (count: number, folder: string) =>
  Array.from({ length: count }, (_, index) => file(`${folder}/a${index}.ts`));

test('a small file needs two importers', () => {
  const small = file('web/cart/price.ts', '', 25);
  const importer = (name: string) => file(`web/cart/${name}.tsx`, `import './price.ts';`);
  expect(check([small, importer('a')])).toEqual([
    'web/cart/price.ts:1  has 25 lines and 1 importers  → join it with its importer',
  ]);
  expect(check([small, importer('a.test')])).toHaveLength(1);
  expect(check([small, importer('a'), importer('b')])).toEqual([]);
  expect(check([file('web/cart/price.ts', '', 26), importer('a')])).toEqual([]);
});

test('a command, routes and a file referenced elsewhere may be small', () => {
  expect(
    check([
      file('server/cart/change-cart.ts', 'export async function changeCart() {}', 5),
      file('server/mails/write-mail.ts', 'export const writeMail: WriteEmail = () => null;', 5),
      file('server/cart/routes.ts', '', 5),
      file('web/entry.client.tsx', '', 5),
      file('server/documents/document-thread.ts', '', 5),
      file('server/documents/a.ts', `new URL('./document-thread.ts', import.meta.url)`),
      file('web/cart/price.test.ts', '', 5),
    ]),
  ).toEqual([]);
});

test('the roots of server and server/platform hold fixed files only', () => {
  expect(check([file('server/app.ts'), file('server/platform/log.ts')])).toEqual([]);
  expect(check([file('server/app.test.ts'), file('server/listen.ts')])).toEqual([
    'server/listen.ts:1  lies loose in server/  → a folder of it',
  ]);
  expect(check([file('server/platform/listen.ts')])).toEqual([
    expect.stringMatching(/loose in server\/platform\//),
  ]);
});

test('a folder has at most 30 code files, the platform 70 in all', () => {
  expect(check(many(30, 'web/cart'))).toEqual([]);
  expect(check(many(31, 'web/cart'))).toEqual(['web/cart:1  has 31 code files  → at most 30']);
  const platform = ['http', 'mail', 'jobs'].flatMap((name) => many(28, `server/platform/${name}`));
  expect(check(platform)).toEqual(['server/platform/**:1  has 84 code files  → at most 70']);
});
