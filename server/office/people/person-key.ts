import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { SignedTokens } from '../../platform/security/signed-tokens.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key of a person in addresses: the e-mail address, encrypted, the same at every time (office.md 8.1). */
export function toPersonKey(tokens: SignedTokens, email: string): string {
  const text = Buffer.from(email.toLowerCase());
  const key = tokens.deriveKey('person-key');
  // the nonce follows from the text, so that a person has one address
  const nonce = createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The e-mail address of a key; null for any other text. */
export function readPersonKey(tokens: SignedTokens, personKey: string): string | null {
  const bytes = Buffer.from(personKey, 'base64url');
  if (bytes.byteLength <= NONCE_BYTES + TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', tokens.deriveKey('person-key'), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
  } catch {
    return null;
  }
}

/** How the audit log names a person: a hash that nobody without APP_SECRET can connect to an address. */
export function toPersonMark(tokens: SignedTokens, email: string): string {
  const key = tokens.deriveKey('person-mark');
  return createHmac('sha256', key).update(email.toLowerCase()).digest('base64url').slice(0, 16);
}
