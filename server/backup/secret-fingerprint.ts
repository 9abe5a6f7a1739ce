import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/**
 * A print of APP_SECRET for the backup: tells whether another secret is the same one, and, being slow to
 * make, not what it is.
 */
export function fingerprintSecret(secret: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}.${scryptSync(secret, salt, 16).toString('hex')}`;
}

/** Whether a secret made this print. */
export function matchesFingerprint(print: string, secret: string): boolean {
  const [salt, hash] = print.split('.').map((part) => Buffer.from(part, 'hex'));
  if (salt === undefined || hash?.length !== 16) return false;
  return timingSafeEqual(scryptSync(secret, salt, 16), hash);
}
