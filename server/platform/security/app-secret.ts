import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirError, createDataDir } from '#packages/embedded-postgres/data-dir.ts';
import { StartError, errorCode } from '../errors.ts';

/** A shorter secret is not ours, or incomplete. */
const MIN_SECRET_LENGTH = 16;

/**
 * The secret of this installation, created once and stored in DATA_DIR/app-secret, readable by its owner only.
 * Throws StartError if it cannot be stored or is damaged: with another secret no ticket would be valid.
 */
export function readOrCreateAppSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret');
  createDataDir(dataDir);
  const secret = createOrRead(file, dataDir);
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new StartError(
    `${file} holds no secret. Put it back from a backup; if no ticket has been sold yet, delete the file.`,
  );
}

function createOrRead(file: string, dataDir: string): string {
  const created = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file, created, { flag: 'wx', mode: 0o600 });
    return created;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      // otherwise an empty file remains, which the next start would read as the secret
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
