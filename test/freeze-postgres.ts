import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { openPool } from '#server/platform/database/open-pool.ts';
import { testLog } from './database.ts';

/** Stops all processes of the embedded PostgreSQL of a running shop (SIGSTOP): it hangs, and nothing fails. */
export async function freezePostgres(dataDir: string): Promise<{ thaw: () => void }> {
  const connection = await findRunningEmbedded(dataDir);
  if (connection === null) throw new Error('the embedded database does not run');
  const pool = openPool(connection, testLog, { max: 1 });
  await pool.query('select 1');
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const postmaster = Number.parseInt(readFileSync(file, 'utf8'), 10);
  // first, so that it starts no more processes
  process.kill(postmaster, 'SIGSTOP');
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [postmaster, ...rows.map(({ pid }) => pid)];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return {
    /** A second call changes nothing. */
    thaw() {
      for (const pid of pids) signal(pid, 'SIGCONT');
      if (!pool.ending) void pool.end();
    },
  };
}

/** A process may have ended in the meantime. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
