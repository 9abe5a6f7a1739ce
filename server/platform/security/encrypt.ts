import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A nonce of AES-GCM. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with AES-256-GCM: nonce, tag, text. `key`: 32 bytes, such as from SignedTokens.deriveKey. */
export function encrypt(key: Buffer, text: string, nonce = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts the text; null when it was changed or encrypted with another key, such as that of a former APP_SECRET. */
export function decrypt(key: Buffer, encrypted: Buffer): string | null {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
