import { finding, isGenerated, isTest, lineOf, type SourceFile } from './source-files.ts';

const kebabCase = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.\w+$/;
const MAX_LINES = 400;
const catchAll = /(?:^|\/)(?:utils?|helpers?|common|shared|lib|misc)\//;
const mayReadEnvironment =
  /^(?:server\/settings\/env\.ts|(?:scripts|test|e2e|bench)\/.*|(?:web\/office\/)?[^/]+\.config\.ts)$|\.test\.tsx?$/;

/** A comment line of more than 120 characters; directives of the linter cannot be wrapped. */
const longComment = /^(?=.{121})\s*(?:\/?\*|\/\/|--)(?!.*oxlint-)/m;
const isMigration = (path: string) => path.startsWith('db/migrations/');

/** A German text that is not empty. */
const germanText = /\bde:\s*(?:'[^']|"[^"]|`[^`])/;

/** Checks names, folders and lengths of files, texts, and access to the environment (ARCHITECTURE.md, STYLE.md). */
export const checkFiles = (files: SourceFile[]): string[] => files.flatMap(checkFile);

function checkFile(file: SourceFile): string[] {
  const { path, lines, text } = file;
  const environment = mayReadEnvironment.test(path) ? -1 : text.indexOf('process.env');
  const isServerCode = path.startsWith('server/') && !isTest(file);
  const german = isServerCode ? text.search(germanText) : -1;
  const comment = isGenerated(path) || isMigration(path) ? -1 : text.search(longComment);
  const rules: [isBroken: boolean, line: number, what: string, remedy: string][] = [
    [
      lines > MAX_LINES && !isGenerated(path),
      MAX_LINES + 1,
      `has ${lines} lines, more than ${MAX_LINES}`,
      'split it',
    ],
    [
      !kebabCase.test(path.split('/').at(-1) ?? ''),
      1,
      'is not named in kebab-case',
      'the name of its main export in kebab-case',
    ],
    [
      catchAll.test(path),
      1,
      'lies in a folder that says nothing about what is in it',
      'its feature',
    ],
    [isBarrel(file), 1, 'only passes on what other files export', 'import these files'],
    [
      environment >= 0,
      lineOf(text, environment),
      'reads process.env; only server/settings/env.ts does',
      'pass the setting in',
    ],
    [german >= 0, lineOf(text, german), 'holds a text in two languages', 'write it in messages/'],
    [comment >= 0, lineOf(text, comment), 'has a comment of more than 120 characters', 'wrap it'],
  ];
  return rules
    .filter(([isBroken]) => isBroken)
    .map(([, line, what, remedy]) => finding(path, line, what, remedy));
}

/** `format.ts` of web and server stand for the one of the contract, so that Intl stays in one place. */
function isBarrel(file: SourceFile): boolean {
  if (!/\.tsx?$/.test(file.path) || isTest(file) || file.path.endsWith('/format.ts')) return false;
  const code = file.text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '').trim();
  return /^(?:export (?:type )?(?:\*|\{[^}]*\})[^;]*from '[^']+';\s*)+$/.test(code);
}
