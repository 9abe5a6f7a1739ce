import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

/** Everything the built site depends on; tests beside the code do not count. */
const sources = [
  'web',
  'contract',
  'messages',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'scripts/build-site.ts',
];
const stamp = path.join(root, 'build/.stamp');

/** True if the site was never built, or not from these sources. Takes some 10 ms. */
export function isBuildStale(): boolean {
  // An installation without sources runs a build made elsewhere.
  if (!existsSync(path.join(root, 'web')) && existsSync(stamp)) return false;
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint();
}

/** Call it before a build: should that fail, the next start builds again. */
export function clearStamp(): void {
  rmSync(stamp, { force: true });
}

/** Call it after a build, with the fingerprint of the sources it was made from. */
export function writeStamp(of: string): void {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, of);
}

/** A hash of all sources, by content: a checkout changes every file's modification time. */
export function fingerprint(): string {
  const files = sources.flatMap((source) => filesUnder(path.join(root, source))).toSorted();
  const lines = files.map((file) => `${path.relative(root, file)} ${digest(file)}`);
  return hash('sha1', lines.join('\n'));
}

function filesUnder(entry: string): string[] {
  if (!existsSync(entry)) return [];
  if (/\.\w+$/.test(entry)) return [entry];
  return (
    readdirSync(entry, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
      .map((file) => path.join(file.parentPath, file.name))
      // written by the type check
      .filter((file) => !file.includes('.react-router'))
  );
}

function digest(file: string): string {
  return hash('sha1', readFileSync(file));
}
