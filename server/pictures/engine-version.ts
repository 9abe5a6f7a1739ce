import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folders = [path.join(import.meta.dirname, '../plates'), import.meta.dirname];

/** Names the way plates are drawn: changed code draws pictures with new names. */
export const ENGINE_VERSION: string = hashSources();

function hashSources(): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of readdirSync(folder).toSorted()) {
      if (!name.endsWith('.ts') || /\.(test|fixture)\.ts$/.test(name)) continue;
      hash.update(name).update(readFileSync(path.join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
