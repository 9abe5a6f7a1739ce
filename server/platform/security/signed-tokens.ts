import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A token of one purpose is void for any other. */
export type TokenPurpose =
  | 'order'
  | 'document'
  | 'newsletter'
  | 'unsubscribe'
  | 'confirmation'
  | 'known-browser'
  | 'known-office-browser'
  | 'undo-email-change';

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
