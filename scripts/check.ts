// `npm run check`: everything that can be judged without running the product. Names of steps as arguments run
// only those: `npm run check -- types lint`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './root.ts';

const program = (name: string) => path.join(root, 'node_modules/.bin', name);
const script = (name: string) => [process.execPath, 'scripts/run.mjs', name];

/** In this order: what is quick to find comes first. */
const steps: { name: string; what: string; commands: string[][] }[] = [
  {
    name: 'structure',
    what: 'names, import directions, rings, sizes, environment',
    commands: [
      script('check-structure'),
      [program('oxlint'), '--quiet', '-c', 'scripts/check/function-size.json', '.'],
    ],
  },
  {
    name: 'docs',
    what: 'limits of documents, index of decisions, words of the glossary',
    commands: [script('check-docs')],
  },
  {
    name: 'citations',
    what: 'files, sections, decisions, npm scripts and jobs that prose names',
    commands: [script('check-citations')],
  },
  {
    name: 'vocabulary',
    what: 'words of names and comments, units of constants',
    commands: [script('check-names')],
  },
  { name: 'commits', what: 'subjects of commits', commands: [script('check-commits')] },
  { name: 'format', what: 'format', commands: [[program('oxfmt'), '--check', '.']] },
  {
    name: 'types',
    what: 'types',
    commands: [
      [program('react-router'), 'typegen'],
      [program('tsc'), '--noEmit'],
    ],
  },
  {
    name: 'unused',
    what: 'files, exports and dependencies that nothing uses',
    commands: [[program('knip'), '--no-progress']],
  },
  { name: 'lint', what: 'lint', commands: [[program('oxlint'), '--type-aware']] },
  {
    name: 'schema',
    what: 'db/schema.sql and db/types.ts against the migrations',
    commands: [[...script('dump-schema'), '--check']],
  },
  {
    name: 'budgets',
    what: 'bytes of the built pages against their budgets',
    commands: [script('check-budgets')],
  },
];

function run([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

const wanted = process.argv.slice(3);
const chosen = wanted.length > 0 ? steps.filter(({ name }) => wanted.includes(name)) : steps;
const failed = chosen.filter(({ what, commands }) => {
  console.log(`\n== ${what}`);
  return !commands.every(run);
});
const names = failed.map(({ name }) => name).join(', ');
console.log(failed.length > 0 ? `\nFailed: ${names}.` : '\nAll checks passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
