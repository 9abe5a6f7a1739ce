import { expect, test } from 'vitest';
import { checkMessageKeys } from './message-keys.ts';

const file = (path: string, text: string) => ({ path, text, lines: text.split('\n').length - 1 });
const texts = (...keys: string[]) =>
  file(
    'messages/cart.ts',
    `export const cartTexts = defineTexts({\n${keys.map((key) => `  ${key}: { de: 'a', en: 'b' },\n`).join('')}});\n`,
  );

test('a text whose key occurs nowhere else is reported with its line', () => {
  const page = file('web/cart/cart-page.tsx', 't.title');
  expect(checkMessageKeys([texts('title', 'openPdf'), page])).toEqual([
    'messages/cart.ts:3  nothing shows the text "openPdf"  → delete it',
  ]);
});

test('a use in a test shows no text', () => {
  const page = file('web/cart/cart-page.test.tsx', 't.title');
  expect(checkMessageKeys([texts('title'), page])).toHaveLength(1);
});

test('a use in another text counts, the same key among other texts does not', () => {
  const other = (text: string) => file('messages/mail.ts', `defineTexts({\n${text}\n})`);
  expect(checkMessageKeys([texts('title'), other('  hello: cartTexts.title.de')])).toEqual([]);
  expect(checkMessageKeys([texts('title'), other('  title: hello')])).toHaveLength(1);
});

test('keys that code puts together are not reported', () => {
  expect(checkMessageKeys([texts('greeting_noon', `'refund-done-state'`)])).toEqual([]);
});
