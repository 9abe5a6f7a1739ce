import { execFileSync } from 'node:child_process';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../root.ts';
import { checkCitations } from './citations.ts';
import { checkSubjects } from './commit-subjects.ts';
import { checkDocs } from './docs-rules.ts';
import { checkFeatureCycles } from './feature-cycles.ts';
import { checkImports } from './import-rules.ts';
import { checkMessageKeys } from './message-keys.ts';
import { readFiles, readSourceFiles } from './source-files.ts';
import { checkFiles } from './structure-rules.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { checkVocabulary } from './vocabulary-rules.ts';

/** The last commit before the rules for subjects. */
const RULES_START_AFTER = 'd691e8e';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

/** Each rule reads the repository and returns the violations, as `file:line  what  → what to write instead`. */
export const rules = {
  structure: (): string[] => {
    const files = readSourceFiles();
    return [...checkFiles(files), ...checkImports(files), ...checkFeatureCycles(files)];
  },
  docs: (): string[] => {
    const isProductCode = /^(?:contract|packages|server|web|messages|db|test)\//;
    const sources = readSourceFiles().filter(({ path }) => isProductCode.test(path));
    return checkDocs(readFiles(/\.md$/), sources);
  },
  citations: findBrokenCitations,
  vocabulary: (): string[] => checkVocabulary(readSourceFiles(), vocabulary),
  texts: (): string[] => checkMessageKeys(readSourceFiles()),
  commits: (): string[] => checkSubjects(readNewSubjects()),
};

function findBrokenCitations(): string[] {
  const files = readFiles(/\.(?:md|tsx?|mjs|css|sql|py|sh|ya?ml)$/);
  const paths = files.map((file) => file.path);
  return checkCitations(
    // databases and backups hold checksums of the migrations, so their comments stay as they are; what is coming names
    // files that do not exist yet
    files.filter(({ path }) => !/^(?:db\/migrations|docs\/spec\/coming)\//.test(path)),
    {
      paths,
      specification: files.filter((file) => file.path.startsWith('docs/spec/')),
      npmScripts: Object.keys(packageFile.scripts),
      serverCode: files
        .filter(({ path }) => path.startsWith('server/') && !path.includes('.test.'))
        .map(({ text }) => text)
        .join('\n'),
      findRenames,
    },
  );
}

let renames: [string, string][] | undefined;
/** Renames of the whole history and those staged, oldest first. A shallow clone knows fewer. */
function findRenames(): [string, string][] {
  renames ??= ['log --reverse --format=', 'diff --cached'].flatMap((command) => {
    const output = git(...command.split(' '), '-M', '--diff-filter=R', '--name-status');
    const rows = output.split('\n').map((line) => line.split('\t'));
    return rows.flatMap(([, from, to]): [string, string][] => (from && to ? [[from, to]] : []));
  });
  return renames;
}

/** A shallow clone may lack the commit; then there is nothing to check. */
function readNewSubjects(): string[] {
  try {
    return git('log', '--format=%s', `${RULES_START_AFTER}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
