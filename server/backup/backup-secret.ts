import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stat } from 'node:fs/promises';

/** Creates a slow, salted hash of APP_SECRET: it can confirm a secret, but not reveal it. */
export function fingerprintSecret(secret: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}.${scryptSync(secret, salt, 16).toString('hex')}`;
}

/** Tells whether the fingerprint was made from this secret. */
function matchesFingerprint(fingerprint: string, secret: string): boolean {
  const [salt, hash] = fingerprint.split('.').map((part) => Buffer.from(part, 'hex'));
  if (salt === undefined || hash?.length !== 16) return false;
  return timingSafeEqual(scryptSync(secret, salt, 16), hash);
}

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

/** Summary for the operator, e.g. `41 orders, 97 tickets, 41 invoices, 120 documents`. */
export function describeRows(tables: Record<string, { rows: number }>): string {
  const rows = (name: string): number => tables[name]?.rows ?? 0;
  const all = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return (
    `${rows('orders')} orders, ${rows('ticket')} tickets, ${rows('invoice')} invoices, ` +
    `${rows('document')} documents, ${rows('jobs')} waiting jobs; ${all} rows in all`
  );
}

/** Size of a file in kB or MB. */
export async function describeSize(file: string): Promise<string> {
  const { size } = await stat(file);
  return size < 1_000_000 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** Tells the operator what a restore did with the secret, and what is left to do. */
export const secretTexts: Record<SecretState, string> = {
  restored:
    'The secret is back in DATA_DIR/app-secret: links and ticket codes sent earlier are valid.',
  same: 'APP_SECRET matches the backup: links and ticket codes sent earlier are valid.',
  different:
    'ATTENTION: APP_SECRET is not the one of the backup. Until it is, no link and no ticket code sent ' +
    'earlier is valid. Stop the shop, set APP_SECRET, start the shop again.',
};
