// `npm run office -- COMMAND`: the association's tool; its arguments are passed on.
import path from 'node:path';
import { root } from './root.ts';

const [node = '', script = '', , command, ...words] = process.argv;
// a file named on the command line is relative to where npm was called
const from = process.env['INIT_CWD'] ?? process.cwd();
const named = words.map((word, n) => {
  const isProgramme = command === 'load' && words.find((each) => !each.startsWith('--')) === word;
  return isProgramme || words[n - 1] === '--file' ? path.resolve(from, word) : word;
});
process.argv = [node, script, ...(command === undefined ? [] : [command]), ...named];
process.chdir(root);
await import('#server/command-line/main.ts');
