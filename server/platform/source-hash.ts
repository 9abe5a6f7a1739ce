import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Names the state of these sources, files or folders (without what lies in folders below): what is made by
 * changed code gets another name. Tests and fixtures do not count.
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
