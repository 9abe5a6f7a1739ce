import { createHmac } from 'node:crypto';
import { toStoredEmailKey } from '#contract/email-address.ts';
import { decrypt, encrypt, NONCE_BYTES } from './encrypt.ts';
import type { SignedTokens } from './signed-tokens.ts';

/** The key of a person in addresses: the e-mail address, encrypted deterministically (office.md 8.1). */
export function toPersonKey(tokens: SignedTokens, email: string): string {
  const text = toStoredEmailKey(email);
  const key = tokens.deriveKey('person-key');
  // the nonce follows from the text, so that a person has one address
  const nonce = createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES);
  return encrypt(key, text, nonce).toString('base64url');
}

/** The e-mail address of a key; null for any other text. */
export const readPersonKey = (tokens: SignedTokens, personKey: string): string | null =>
  decrypt(tokens.deriveKey('person-key'), Buffer.from(personKey, 'base64url'));

/** How the audit log names a person: a hash that nobody without APP_SECRET can connect to an address. */
export function toPersonHash(tokens: SignedTokens, email: string): string {
  const key = tokens.deriveKey('person-mark');
  return createHmac('sha256', key).update(toStoredEmailKey(email)).digest('base64url').slice(0, 16);
}
