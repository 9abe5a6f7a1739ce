import type { SourceFile } from './source-files.ts';
import { finding, isTest, lineOf } from './source-files.ts';

/** Words of one part only: code puts together keys such as `greeting_noon` and `refund-done-state`. */
const key = /^ {2}([a-z]+(?:[A-Z]\w*)?): /gm;
/** Its keys are codes that the payment provider sends. */
const providerCodes = 'messages/office/provider-codes.ts';

/** Finds texts that nothing shows: their key occurs neither in the product's code nor as `.key` in `messages/`. */
export function checkMessageKeys(files: SourceFile[]): string[] {
  const code = files.filter(
    (file) => /^(?:contract|server|web|messages)\//.test(file.path) && !isTest(file),
  );
  const isMessages = ({ path }: SourceFile) => path.startsWith('messages/');
  const used = new Set(
    code.flatMap((file) => file.text.match(isMessages(file) ? /(?<=\.)\w+/g : /\w+/g) ?? []),
  );
  return code
    .filter((file) => isMessages(file) && file.path !== providerCodes)
    .filter(({ text }) => text.includes('= defineTexts('))
    .flatMap(({ path, text }) =>
      [...text.matchAll(key)]
        .filter(([, name = '']) => !used.has(name))
        .map(({ 1: name, index }) =>
          finding(path, lineOf(text, index), `nothing shows the text "${name}"`, 'delete it'),
        ),
    );
}
