import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainDirectory, makeDataDir } from './data-dir.ts';
import { errorCode } from './error-code.ts';

/** The installation's own secret, drawn once and kept in DATA_DIR/app-secret for its owner only. */
export function keepAppSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret');
  makeDataDir(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw explainDirectory(dataDir, error);
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}
