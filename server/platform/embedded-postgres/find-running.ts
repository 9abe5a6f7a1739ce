import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/** Line of postmaster.pid with the directory of the socket (PostgreSQL's miscinit.h, LOCK_FILE_LINE_SOCKET_DIR). */
const SOCKET_LINE_ID = 4;

/**
 * The connection to the embedded database of a running shop, for commands beside it; null when none runs on this
 * DATA_DIR.
 */
export async function findRunningEmbedded(
  dataDir: string,
): Promise<EmbeddedPostgres['connection'] | null> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const host = lines[SOCKET_LINE_ID]?.trim() ?? '';
  if (!Number.isInteger(pid) || pid <= 0 || host === '' || !isAlive(pid)) return null;
  return { host, port: 5432, user: 'app', database: 'postgres' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it runs, under another account
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
