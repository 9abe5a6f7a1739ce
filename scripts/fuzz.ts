// `npm run fuzz -- --cases 1000 --seed 7`: the fuzzer of test/fuzz for longer than in `npm run test:all`. The printed
// seed reproduces the requests.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    cases: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,10}$/.test(value)) throw new Error(`--${name}: "${value}" is not a number`);
}
console.log(`${values.cases} cases for each call, seed ${values.seed}`);
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/fuzz'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_CASES: values.cases, FUZZ_SEED: values.seed },
  },
);
process.exitCode = status ?? 1;
