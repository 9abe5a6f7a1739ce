import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './run-as-account.ts';
import { makeOwnedDirectory } from './cluster.ts';

/** PostgreSQL's fixed file name in the socket directory. */
export const socketFile = '.s.PGSQL.5432';
/** The kernel stores a socket's path in 108 bytes, the last of them zero. */
const MAX_SOCKET_PATH_BYTES = 107;

/** A private directory for the socket. */
export interface SocketDirectory {
  path: string;
  /** Removes a directory that was made for this start only. */
  remove: () => void;
}

/** Makes it under DATA_DIR, or under /tmp if that path would be too long for a socket. */
export function makeSocketDirectory(dataDir: string, account: Account): SocketDirectory {
  const regular = path.join(dataDir, 'socket');
  if (Buffer.byteLength(path.join(regular, socketFile)) <= MAX_SOCKET_PATH_BYTES) {
    makeOwnedDirectory(regular, account);
    return { path: regular, remove: () => undefined };
  }
  const short = mkdtempSync('/tmp/postgres-');
  makeOwnedDirectory(short, account);
  return { path: short, remove: () => rmSync(short, { recursive: true, force: true }) };
}
