import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import type { Account } from '#packages/embedded-postgres/run-as-account.ts';
import { StartError } from '../../platform/errors.ts';
import type { ShopFile } from './backup-dir.ts';

/** HMAC's two masks (RFC 2104), and the length of a block of SHA-256. */
const INNER_MASK = 0x36;
const OUTER_MASK = 0x5c;
const BLOCK_BYTES = 64;

const deriveKey = (appSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, 'festival', 'archive', 32));

/**
 * Writes the key with which sign-wal.sh signs and checks WAL, readable by PostgreSQL's account only: the two masked
 * blocks that HMAC puts before what it hashes, since a shell script cannot mask.
 */
export function writeArchiveKey(file: string, appSecret: string, { owner }: Account): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  deriveKey(appSecret).copy(block);
  const masked = [INNER_MASK, OUTER_MASK].map((mask) => block.map((byte) => byte ^ mask));
  rmSync(file, { force: true });
  writeFileSync(file, Buffer.concat(masked), { mode: 0o600 });
  if (owner) chownSync(file, owner.uid, owner.gid);
}

/** The signature of a base backup's manifest, and so of all files that it names. */
export function signManifest(manifest: Buffer, appSecret: string): string {
  return createHmac('sha256', deriveKey(appSecret)).update(manifest).digest('hex');
}

/** Tells whether the shop of this secret signed the manifest. */
export function isManifestSigned(
  manifest: Buffer,
  { signature = '' }: ShopFile,
  appSecret: string,
): boolean {
  const expected = Buffer.from(signManifest(manifest, appSecret));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** The error for a file that this shop has not signed. */
export function unsignedError(file: string): StartError {
  return new StartError(
    `${file} is not signed with the secret of this shop (APP_SECRET): somebody changed it, or another secret or an ` +
      'earlier version wrote it. If only this shop could write there, add --unsigned.',
  );
}

/**
 * The secret that must have signed an archive: the one that is known here, otherwise the one that the archive carries
 * itself, which finds damage, but no forgery. Throws StartError without either.
 */
export function findSigningSecret(known: string | undefined, shop: ShopFile): string {
  const secret = known ?? shop.appSecret;
  if (secret !== null) return secret;
  throw new StartError(
    'The signatures of this archive cannot be checked without the APP_SECRET of its shop. Set it, or add --unsigned.',
  );
}
