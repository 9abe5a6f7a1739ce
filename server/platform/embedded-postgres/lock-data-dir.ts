import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirError } from '../process/data-dir.ts';
import { StartError, errorCode } from '../errors.ts';
import { isAlive, startTime } from './process-identity.ts';

/**
 * Claims DATA_DIR for this process, so that two servers never fight for one database. A claim left by a
 * process that was killed does not count. Throws StartError while another server holds it.
 * @returns gives the claim back
 */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner');
  const claim = `${process.pid} ${startTime(process.pid)}`;
  if (!tryToWrite(file, claim)) {
    refuseIfHeld(file, dataDir);
    rmSync(file, { force: true });
    // Somebody who starts at the same moment may be quicker, then he holds it now.
    if (!tryToWrite(file, claim)) refuseIfHeld(file, dataDir);
  }
  return () => rmSync(file, { force: true });
}

function tryToWrite(file: string, claim: string): boolean {
  try {
    writeFileSync(file, claim, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw dataDirError(path.dirname(file), error);
  }
}

function refuseIfHeld(file: string, dataDir: string): void {
  const [pid = '', started = ''] = readFileSync(file, 'utf8').split(' ');
  if (!isAlive(Number(pid)) || startTime(Number(pid)) !== started) return;
  throw new StartError(
    `${dataDir} is in use by another server (process ${pid}). ` +
      'Stop that one first, or set DATA_DIR to another directory.',
  );
}
