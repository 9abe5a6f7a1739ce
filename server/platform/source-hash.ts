import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A hash of these source files and folders (without subfolders), for the names of generated files: changed code gets
 * new names. Tests and fixtures do not count.
 */
export function hashSources(entries: string[]): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap(filesOf)) {
    hash.update(path.basename(file)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

function filesOf(entry: string): string[] {
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry)
    .toSorted()
    .filter((name) => /\.(ts|ttf)$/.test(name) && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => path.join(entry, name));
}
