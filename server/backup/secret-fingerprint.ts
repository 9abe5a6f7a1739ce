import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** Creates a slow, salted hash of APP_SECRET: it can confirm a secret, but not reveal it. */
export function fingerprintSecret(secret: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}.${scryptSync(secret, salt, 16).toString('hex')}`;
}

/** Tells whether the fingerprint was made from this secret. */
export function matchesFingerprint(fingerprint: string, secret: string): boolean {
  const [salt, hash] = fingerprint.split('.').map((part) => Buffer.from(part, 'hex'));
  if (salt === undefined || hash?.length !== 16) return false;
  return timingSafeEqual(scryptSync(secret, salt, 16), hash);
}
