import type { BrokenRule, SourceFile } from './source-files.ts';
import { listSmallFiles } from './small-files.ts';
import { baseOf, finding, isTest } from './source-files.ts';

const MAX_FOLDER_COUNT = 30;
const MAX_PLATFORM_COUNT = 70;

/** The only files allowed directly in these folders, without `.ts`. */
const fixedFiles: Record<string, string[]> = {
  server: ['app', 'deps', 'invariants', 'jobs', 'mail-kinds', 'main', 'operations', 'retention'],
  'server/platform': [
    'client-address',
    'csv',
    'errors',
    'log',
    'memoize',
    'problem',
    'retry',
    'source-hash',
    'stripe',
  ],
};

/** Checks small files, full folders and loose files of `server/` and `web/`. `verbs` are those of commands. */
export function checkFolders(files: SourceFile[], verbs: string[]): string[] {
  const code = files.filter((file) => /^(?:server|web)\/.*\.tsx?$/.test(file.path) && isCode(file));
  const broken = [
    ...listSmallFiles(code, files, verbs),
    ...listLooseFiles(code),
    ...listFullFolders(code),
  ];
  return broken.map(({ path, what, remedy }) => finding(path, 1, what, remedy));
}

const isCode = (file: SourceFile) => !isTest(file) && !/\.(?:fixture|d)\.tsx?$/.test(file.path);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

function listLooseFiles(code: SourceFile[]): BrokenRule[] {
  return code
    .filter(
      ({ path }) =>
        fixedFiles[folderOf(path)]?.includes(baseOf(path).replace(/\.ts$/, '')) === false,
    )
    .map(({ path }) => ({
      path,
      what: `lies loose in ${folderOf(path)}/`,
      remedy: 'a folder of it',
    }));
}

function listFullFolders(code: SourceFile[]): BrokenRule[] {
  const folders = Map.groupBy(code, ({ path }) => folderOf(path));
  const counts = [...folders].map(([path, { length }]) => ({
    path,
    count: length,
    max: MAX_FOLDER_COUNT,
  }));
  const platform = code.filter(({ path }) => path.startsWith('server/platform/'));
  counts.push({ path: 'server/platform/**', count: platform.length, max: MAX_PLATFORM_COUNT });
  return counts
    .filter(({ count, max }) => count > max)
    .map(({ path, count, max }) => ({
      path,
      what: `has ${count} code files`,
      remedy: `at most ${max}`,
    }));
}
