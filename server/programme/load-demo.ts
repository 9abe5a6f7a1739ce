import path from 'node:path';
import type { Pool } from 'pg';
import { loadProgramme } from './load-programme.ts';
import { readProgramme } from './read-programme.ts';

/** The demonstration programme: Musiksommer Marienfirn, August 2025. */
export const demoFolder = path.join(import.meta.dirname, '../../db/demo');

/** Loads the demonstration into a database without a festival. Returns whether it did (setting DEMO). */
export async function loadDemoIfEmpty(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from festival');
  if (rowCount !== 0) return false;
  await loadProgramme(pool, await readProgramme(demoFolder));
  return true;
}
