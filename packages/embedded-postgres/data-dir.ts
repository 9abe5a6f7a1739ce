import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from './errors.ts';
import { isRunning, startTime } from './process-identity.ts';

/** Creates DATA_DIR. As root, others may pass through it: the account of PostgreSQL must. */
export function createDataDir(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    const isCreated = createFolders(path.resolve(dataDir));
    if (isCreated && isRoot) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/**
 * Creates a private folder, and its parents, which other accounts of the shop may pass through; false if it exists.
 * Throws the system's error. Without mkdir's `recursive`: that never ends where the system reports an existing folder
 * as missing, such as in /proc.
 */
export function createFolders(folder: string, mode = 0o700): boolean {
  if (!existsSync(path.dirname(folder))) createFolders(path.dirname(folder), 0o711);
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    // a link to a folder counts as a folder
    if (errorCode(error) !== 'EEXIST') throw error;
    accessSync(`${folder}${path.sep}`, constants.F_OK);
    return false;
  }
}

/** Creates DATA_DIR for pictures and brochures; throws StartError if this account may not write there. */
export function checkDataDir(dataDir: string): void {
  createDataDir(dataDir);
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/** The error for a directory under DATA_DIR that cannot be read or written, with what to do. */
export function dataDirError(directory: string, error: unknown): StartError {
  const reason = {
    EACCES: 'this account may not write there. Change its owner, or set another DATA_DIR',
    EPERM: 'this account may not write there. Change its owner, or set another DATA_DIR',
    EROFS: 'the file system is read-only. Set a DATA_DIR that can be written',
    ENOSPC: 'the disk is full. Free some space, or set a DATA_DIR on another disk',
    EDQUOT:
      'the quota of this account is used up. Free some space, or set a DATA_DIR on another disk',
    EEXIST: 'a file is in the way. Move it, or set another DATA_DIR',
    ENOTDIR: 'a file is in the way. Move it, or set another DATA_DIR',
    ENOENT: 'no folder can be made there. Set another DATA_DIR',
    ELOOP: 'its links lead round in a circle. Set another DATA_DIR',
    ENAMETOOLONG: 'the name is too long. Set another DATA_DIR',
  }[errorCode(error) ?? ''];
  return new StartError(`Cannot store data in ${directory}: ${reason ?? String(error)}.`, {
    cause: error,
  });
}

/** Another process that runs holds the lock. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse';
}

/**
 * Locks DATA_DIR for this process, so that two servers never use one database. The lock of a process that was killed
 * does not count. Throws DataDirInUse while another server holds it, otherwise StartError.
 * @returns releases the lock
 */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner');
  const content = `${process.pid} ${startTime(process.pid)}`;
  if (!tryToWrite(file, content)) {
    refuseIfHeld(file, dataDir);
    rmSync(file, { force: true });
    // another server that starts at the same moment may be faster, and then holds it
    if (!tryToWrite(file, content)) refuseIfHeld(file, dataDir);
  }
  return () => rmSync(file, { force: true });
}

function tryToWrite(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw dataDirError(path.dirname(file), error);
  }
}

function refuseIfHeld(file: string, dataDir: string): void {
  const [pid = '', started = ''] = readFileSync(file, 'utf8').split(' ');
  if (!isRunning(Number(pid)) || startTime(Number(pid)) !== started) return;
  throw new DataDirInUse(
    `${dataDir} is in use by another server (process ${pid}). ` +
      'Stop that one first, or set DATA_DIR to another directory.',
  );
}
