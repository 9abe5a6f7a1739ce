import path from 'node:path';
import type { Db } from '../platform/database/database.ts';
import { loadProgramme } from './load-programme.ts';
import { readProgramme } from './read-programme.ts';

/** The demonstration programme: Musiksommer Marienfirn, August 2025. */
export const demoFolder = path.join(import.meta.dirname, '../../db/demo');

/** Loads the demonstration into a database without a festival. Returns whether it did (setting DEMO). */
export async function loadDemoIfEmpty(db: Db): Promise<boolean> {
  const festival = await db.selectFrom('festival').select('id').executeTakeFirst();
  if (festival !== undefined) return false;
  await loadProgramme(db, await readProgramme(demoFolder));
  return true;
}
