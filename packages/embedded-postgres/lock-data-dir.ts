import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirError } from './data-dir.ts';
import { StartError, errorCode } from './errors.ts';
import { isRunning, startTime } from './process-identity.ts';

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
