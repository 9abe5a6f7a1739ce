import type { BrokenRule, SourceFile } from './source-files.ts';
import { baseOf, importsOf, isTest, mainFunctionOf } from './source-files.ts';

const SMALL_FILE_LENGTH = 25;

/** Small files without two importers that are neither a command, a `routes.ts` nor a referenced entry. */
export function listSmallFiles(
  code: SourceFile[],
  files: SourceFile[],
  verbs: string[],
): BrokenRule[] {
  const importers = new Map<string, number>();
  const named = new Set<string>();
  for (const file of files.filter((each) => !isTest(each))) {
    const targets = new Set(importsOf(file).map(({ target }) => target));
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
    const inText = file.text.match(/(?<=['"`/])[\w.-]+\.tsx?(?=['"`?])/g) ?? [];
    const imported = new Set([...targets].map(baseOf));
    for (const name of inText) if (!imported.has(name)) named.add(name);
  }
  return code
    .filter(({ path, lines }) => lines <= SMALL_FILE_LENGTH && (importers.get(path) ?? 0) < 2)
    .filter(
      (file) => !isCommand(file, verbs) && !isEntry(file.path) && !named.has(baseOf(file.path)),
    )
    .map(({ path, lines }) => ({
      path,
      what: `has ${lines} lines and ${importers.get(path) ?? 0} importers`,
      remedy: 'join it with its importer',
    }));
}

/** Tables of the office, one per feature; React Router keeps `.server.ts` out of the browser's build by its name. */
const isEntry = (path: string) =>
  /^web\/(?:root|routes|entry\.\w+)\.tsx?$|\/routes\.ts$|\.server\.ts$|^server\/office\/\w+\/[\w-]+-operations\.ts$/.test(
    path,
  );

/** One file, one exported function of the same name, verb first. */
function isCommand(file: SourceFile, verbs: string[]): boolean {
  const [verb = ''] = baseOf(file.path).split(/[-.]/);
  return file.path.startsWith('server/') && mainFunctionOf(file) !== null && verbs.includes(verb);
}
