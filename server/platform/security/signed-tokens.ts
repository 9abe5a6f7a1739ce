import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
} from 'node:crypto';
import { toStoredEmailKey } from '#contract/fields.ts';

/** A token of one purpose is void for any other. */
type TokenPurpose =
  | 'order'
  | 'document'
  | 'newsletter'
  | 'unsubscribe'
  | 'confirmation'
  | 'known-browser'
  | 'known-office-browser'
  | 'undo-email-change'
  | 'choice';

/** The signature: 160 bits, above the required 128 (api.md, Conventions). */
const MAC_BYTES = 20;
const ID_BYTES = 8;

/** Links that must be reproducible: HMACs of purpose, id and generation under a key from APP_SECRET. */
export interface SignedTokens {
  sign(purpose: TokenPurpose, id: number, generation?: number): string;
  /** The id and generation of a valid token; null for any other text. */
  read(purpose: TokenPurpose, token: string): { id: number; generation: number } | null;
  /** A key of 32 bytes for another use, e.g. the seed of the ticket signature. */
  deriveKey(use: string): Buffer;
}

/** Signs and reads tokens with keys derived from `APP_SECRET`. */
export function createSignedTokens(appSecret: string): SignedTokens {
  const deriveKey = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', appSecret, 'festival', use, 32));
  const key = createSecretKey(deriveKey('signed-tokens'));
  const mac = (purpose: TokenPurpose, head: Buffer): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n`).update(head).digest().subarray(0, MAC_BYTES);
  return {
    deriveKey,
    sign(purpose, id, generation = 1) {
      const head = Buffer.alloc(ID_BYTES);
      head.writeUIntBE(id, 0, 6);
      head.writeUInt16BE(generation, 6);
      return Buffer.concat([head, mac(purpose, head)]).toString('base64url');
    },
    read(purpose, token) {
      if (!/^[\w-]{38}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const head = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), mac(purpose, head))) return null;
      // several base64url texts decode to the same bytes; only the one we issued is valid
      if (bytes.toString('base64url') !== token) return null;
      return { id: head.readUIntBE(0, 6), generation: head.readUInt16BE(6) };
    },
  };
}

/** A random token (256 bits) for access, reset and verification. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that the database stores of a random token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A nonce of AES-GCM. */
const NONCE_BYTES = 12;
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

/** A browser stays known to this many accounts: those of a family, or of one desk. */
const MAX_ACCOUNTS = 5;

type Purpose = 'known-browser' | 'known-office-browser';

/** The accounts that a browser's cookie names, the latest first. */
export function readKnownBrowser(
  tokens: SignedTokens,
  purpose: Purpose,
  cookie: string | null,
): number[] {
  const signedTokens = cookie?.split('.').slice(0, MAX_ACCOUNTS) ?? [];
  return signedTokens.flatMap((token) => tokens.read(purpose, token)?.id ?? []);
}

/** The cookie of a browser from which these accounts have signed in, the latest first. */
export function writeKnownBrowser(
  tokens: SignedTokens,
  purpose: Purpose,
  accountIds: number[],
): string {
  const latest = [...new Set(accountIds)].slice(0, MAX_ACCOUNTS);
  return latest.map((id) => tokens.sign(purpose, id)).join('.');
}
