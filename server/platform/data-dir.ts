import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { StartError } from './start-error.ts';

/** Makes DATA_DIR. As root its others may pass through: the account of PostgreSQL needs to. */
export function makeDataDir(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (made !== undefined && isRoot) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw explainDirectory(dataDir, error);
  }
}

/** Makes DATA_DIR for drawn pictures and brochures; throws StartError where this account may not write. */
export function checkDataDir(dataDir: string): void {
  makeDataDir(dataDir);
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainDirectory(dataDir, error);
  }
}

/** Why a directory under DATA_DIR cannot be read or written, and what to do. */
export function explainDirectory(directory: string, error: unknown): StartError {
  const reason = {
    EACCES: 'this account may not write there. Change its owner, or set another DATA_DIR',
    EPERM: 'this account may not write there. Change its owner, or set another DATA_DIR',
    EROFS: 'the file system is read-only. Set a DATA_DIR that can be written',
    ENOSPC: 'the disk is full. Free some space, or set a DATA_DIR on another disk',
    EEXIST: 'a file is in the way. Move it, or set another DATA_DIR',
    ENOTDIR: 'a file is in the way. Move it, or set another DATA_DIR',
  }[errorCode(error) ?? ''];
  return new StartError(`Cannot keep data in ${directory}: ${reason ?? String(error)}.`, {
    cause: error,
  });
}
