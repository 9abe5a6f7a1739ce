// `npm run check`: all checks that need no running product. Names of steps as arguments run only those:
// `npm run check -- types lint`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { buildSite } from './build-site.ts';
import { isBuildStale } from './build-stamp.ts';
import { listExcess } from './check/budgets.ts';
import { checkCitations } from './check/citations.ts';
import { checkImports } from './check/imports.ts';
import { readFiles } from './check/source-files.ts';
import { checkTexts } from './check/texts.ts';
import { root } from './root.ts';

/** A rule of ours, which lists what breaks it, or the exit of a program. */
type Step = () => string[] | boolean | Promise<string[]>;

/** In this order: quick steps first. */
const steps: Record<string, Step> = {
  imports: () => checkImports(readFiles()),
  docs: () => checkCitations(readFiles(), Object.keys(packageFile.scripts)),
  texts: () => checkTexts(readFiles()),
  format: () => run('oxfmt', '--check', '.'),
  types: () => writeRouteTypes() && run('tsc', '--noEmit'),
  unused: () => writeRouteTypes() && run('knip', '--no-progress'),
  lint: () => run('oxlint', '--type-aware'),
  schema: () => spawn(process.execPath, 'scripts/run.mjs', 'dump-schema', '--check'),
  budgets: async () => {
    if (isBuildStale()) await buildSite();
    return listExcess(path.join(root, 'build/client'));
  },
};

/** Neither types nor unused files can be checked without. */
const writeRouteTypes = () => run('react-router', 'typegen');

const run = (name: string, ...args: string[]) =>
  spawn(path.join(root, 'node_modules/.bin', name), ...args);

const spawn = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

async function passes(name: string): Promise<boolean> {
  console.log(`\n== ${name}`);
  const result = (await steps[name]?.()) ?? [`There are ${Object.keys(steps).join(', ')}.`];
  if (typeof result === 'boolean') return result;
  for (const finding of result) console.log(finding);
  return result.length === 0;
}

const wanted = process.argv.slice(3);
const failed: string[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(steps)) {
  if (!(await passes(name))) failed.push(name);
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}.` : '\nAll checks passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
