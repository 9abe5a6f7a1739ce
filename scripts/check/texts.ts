import { finding, isTest, type SourceFile } from './source-files.ts';

/** Words of one part only: code puts together keys such as `greeting_noon` and `refund-done-state`. */
const key = /^ {2}([a-z]+(?:[A-Z]\w*)?): /gm;
/** Its keys are codes that the payment provider sends. */
const providerCodes = 'messages/office/provider-codes.ts';
/** A German text that is not empty. */
const germanText = /\bde:\s*(?:'[^']|"[^"]|`[^`])/g;

/**
 * Texts that nothing shows: their key occurs neither in the product's code nor as `.key` in `messages/`. And texts in
 * two languages in the server's code.
 */
export function checkTexts(files: SourceFile[]): string[] {
  const code = files.filter(
    (file) => /^(?:contract|server|web|messages)\//.test(file.path) && !isTest(file),
  );
  const isMessages = ({ path }: SourceFile) => path.startsWith('messages/');
  const used = new Set(
    code.flatMap((file) => file.text.match(isMessages(file) ? /(?<=\.)\w+/g : /\w+/g) ?? []),
  );
  return code.flatMap((file) => {
    const { path, text } = file;
    if (path.startsWith('server/')) {
      return [...text.matchAll(germanText)].map(({ index }) =>
        finding(path, text, index, 'a text in two languages belongs in messages/'),
      );
    }
    if (!isMessages(file) || path === providerCodes || !text.includes('= defineTexts(')) return [];
    return [...text.matchAll(key)]
      .filter(([, name = '']) => !used.has(name))
      .map(({ 1: name, index }) => finding(path, text, index, `nothing shows the text "${name}"`));
  });
}
