import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { matchesFingerprint } from './secret-fingerprint.ts';

/** State of the secret that signs links and ticket codes, after a restore. */
export type SecretState =
  /** DATA_DIR/app-secret holds it again. */
  | 'restored'
  /** The environment sets the secret of the backup. */
  | 'same'
  /** The environment sets another secret, or the file has none: links and ticket codes sent earlier are invalid. */
  | 'different';

/** The name, with a number where it is taken: a restore overwrites nothing. */
function findFreeName(file: string): string {
  let name = file;
  for (let n = 2; existsSync(name); n++) name = `${file}-${n}`;
  return name;
}

/**
 * Puts the secret of a backup back into DATA_DIR. Another one that lies there (the shop creates one at every start)
 * is renamed to app-secret.unused.
 * @param appSecret of the environment; undefined if the shop uses DATA_DIR/app-secret
 */
export function restoreSecret(
  { appSecret, dataDir }: { appSecret: string | undefined; dataDir: string },
  backup: { secretPrint: string; appSecret: string | null },
): SecretState {
  if (appSecret !== undefined) {
    return matchesFingerprint(backup.secretPrint, appSecret) ? 'same' : 'different';
  }
  if (backup.appSecret === null) return 'different';
  const file = path.join(dataDir, 'app-secret');
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== backup.appSecret) {
    renameSync(file, findFreeName(`${file}.unused`));
  }
  writeFileSync(file, backup.appSecret, { mode: 0o600 });
  chmodSync(file, 0o600);
  return 'restored';
}
