// Citations in comments and documents: `node scripts/run.mjs check-citations`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkCitations } from './check/citations.ts';
import { readFiles } from './check/source-files.ts';
import { root } from './root.ts';

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const packageFile = z.object({ scripts: z.record(z.string(), z.string()) });
/** Agreed names of files that are still to be renamed or written: a list that only shrinks. */
const comingFiles = z.array(z.string()).parse(readJson('scripts/check/coming-files.json'));

const files = readFiles(/\.(?:md|tsx?|mjs|css|sql)$/);
const paths = files.map((file) => file.path);

let renames: [string, string][] | undefined;
/** Renames of the whole history and those staged. A shallow clone knows fewer. */
function findRenames(): [string, string][] {
  renames ??= ['log --reverse --format=', 'diff --cached'].flatMap((command) => {
    const args = [...command.split(' '), '-M', '--diff-filter=R', '--name-status'];
    const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    const rows = output.split('\n').map((line) => line.split('\t'));
    return rows.flatMap(([, from, to]): [string, string][] => (from && to ? [[from, to]] : []));
  });
  return renames;
}

const findings = checkCitations(
  // databases and backups hold checksums of the migrations, so their comments stay as they are
  files.filter((file) => !file.path.startsWith('db/migrations/')),
  {
    paths: [...paths, ...comingFiles],
    specification: files.filter((file) => file.path.startsWith('docs/spec/')),
    npmScripts: Object.keys(packageFile.parse(readJson('package.json')).scripts),
    serverCode: files
      .filter(({ path: file }) => file.startsWith('server/') && !file.includes('.test.'))
      .map(({ text }) => text)
      .join('\n'),
    findRenames,
  },
);
for (const finding of findings) console.log(finding);
for (const file of comingFiles.filter((name) => paths.includes(name))) {
  console.log(`scripts/check/coming-files.json: ${file} exists now; remove it from the list.`);
}
process.exitCode = findings.length > 0 ? 1 : 0;
