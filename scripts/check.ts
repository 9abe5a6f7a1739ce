// `npm run check`: all checks that need no running product. Names of steps as arguments run
// only those: `npm run check -- types lint`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { rules } from './check/rules.ts';
import { root } from './root.ts';

const program = (name: string) => path.join(root, 'node_modules/.bin', name);
const script = (name: string) => [process.execPath, 'scripts/run.mjs', name];

/** A rule of ours that runs in this process, or commands. */
interface Step {
  name: string;
  what: string;
  findBroken?: () => string[];
  commands?: string[][];
}

/** Writes the types of the routes, without which neither types nor unused files can be checked. */
const typegen = [[program('react-router'), 'typegen']];

/** In this order: quick steps first. */
const steps: Step[] = [
  {
    name: 'structure',
    what: 'names and sizes of files, import directions, cycles, environment',
    findBroken: rules.structure,
  },
  {
    name: 'docs',
    what: 'limits of documents, index of decisions, words of the glossary',
    findBroken: rules.docs,
  },
  {
    name: 'citations',
    what: 'files, sections, decisions, npm scripts and jobs that prose names',
    findBroken: rules.citations,
  },
  { name: 'vocabulary', what: 'words of names and comments', findBroken: rules.vocabulary },
  { name: 'texts', what: 'texts that nothing shows', findBroken: rules.texts },
  { name: 'commits', what: 'subjects of commits', findBroken: rules.commits },
  { name: 'format', what: 'format', commands: [[program('oxfmt'), '--check', '.']] },
  {
    name: 'types',
    what: 'types',
    commands: [...typegen, [program('tsc'), '--noEmit']],
  },
  {
    name: 'unused',
    what: 'files, exports and dependencies that nothing uses',
    commands: [...typegen, [program('knip'), '--no-progress']],
  },
  { name: 'lint', what: 'lint', commands: [[program('oxlint'), '--type-aware']] },
  {
    name: 'schema',
    what: 'db/schema.sql against the migrations',
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

function passes({ what, findBroken, commands = [] }: Step): boolean {
  console.log(`\n== ${what}`);
  const broken = findBroken?.() ?? [];
  for (const finding of broken) console.log(finding);
  return commands.every(run) && broken.length === 0;
}

const wanted = process.argv.slice(3);
const unknown = wanted.find((name) => !steps.some((step) => step.name === name));
if (unknown !== undefined) {
  console.log(`No step ${unknown}; there are ${steps.map(({ name }) => name).join(', ')}.`);
}
const chosen = wanted.length > 0 ? steps.filter(({ name }) => wanted.includes(name)) : steps;
const failed = chosen.filter((step) => !passes(step)).map(({ name }) => name);
if (unknown !== undefined) failed.push(unknown);
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}.` : '\nAll checks passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
