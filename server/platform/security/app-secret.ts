import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirError, makeDataDir } from '../process/data-dir.ts';
import { StartError, errorCode } from '../errors.ts';

/** Shorter ones are not ours, or were cut off. */
const MIN_SECRET_LENGTH = 16;

/**
 * The installation's own secret, drawn once and kept in DATA_DIR/app-secret for its owner only.
 * Throws StartError where it cannot be kept, or is damaged: with another one no ticket would be valid.
 */
export function readOrCreateAppSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret');
  makeDataDir(dataDir);
  const secret = drawOrRead(file, dataDir);
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new StartError(
    `${file} holds no secret. Put it back from a backup; if no ticket has been sold yet, delete the file.`,
  );
}

function drawOrRead(file: string, dataDir: string): string {
  const drawn = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file, drawn, { flag: 'wx', mode: 0o600 });
    return drawn;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      // else an empty file is left, which the next start would take for the secret
      if (errorCode(error) === 'ENOSPC') rmSync(file, { force: true });
      throw dataDirError(dataDir, error);
    }
  }
  try {
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}
