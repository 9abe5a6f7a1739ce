import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** What a ticket's code says. Ids of ours; whether the ticket was cancelled or used, only a list can tell. */
export interface TicketPayload {
  ticketId: number;
  concertId: number;
  ticketTypeId: number;
}

/** Signs ticket codes and gives the key that checks them. */
export interface TicketSigner {
  sign(facts: TicketPayload): string;
  publicKey: KeyObject;
}

const version = 1;
const factsLength = 12;
const signatureLength = 64;
/** Without I, L, O and U: a code can be typed. All of them belong to the compact alphabet of QR codes. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The form of the codes, for those who check them (`GET /api/tickets/public-key`). */
export const ticketCodeFormat =
  'Crockford base32, most significant bit first, of: version (1 byte, 1), ticket id (5 bytes, big endian), ' +
  'concert id (3), ticket type id (3), Ed25519 signature of these 12 bytes (64)';

/** The signer of this installation; its key follows from APP_SECRET. */
export function createTicketSigner(tokens: Pick<SignedTokens, 'deriveKey'>): TicketSigner {
  const der = Buffer.concat([privateKeyHead, tokens.deriveKey('ticket-key')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    sign: (facts) => signTicket(facts, privateKey),
    publicKey: createPublicKey(privateKey),
  };
}

/** The code of a ticket: 122 characters. The same ticket always has the same code. */
export function signTicket(facts: TicketPayload, privateKey: KeyObject): string {
  const head = Buffer.alloc(factsLength);
  head.writeUInt8(version, 0);
  head.writeUIntBE(facts.ticketId, 1, 5);
  head.writeUIntBE(facts.concertId, 6, 3);
  head.writeUIntBE(facts.ticketTypeId, 9, 3);
  return toBase32(Buffer.concat([head, signBytes(null, head, privateKey)]));
}

/** What a code says, checked without any network; null for everything we have not signed. */
export function checkTicket(code: string, publicKey: KeyObject): TicketPayload | null {
  const bytes = fromBase32(code);
  if (bytes?.length !== factsLength + signatureLength || bytes[0] !== version) return null;
  // other spellings decode alike; only the one we gave out is good
  if (toBase32(bytes) !== code) return null;
  const head = bytes.subarray(0, factsLength);
  if (!verifyBytes(null, head, publicKey, bytes.subarray(factsLength))) return null;
  return {
    ticketId: head.readUIntBE(1, 5),
    concertId: head.readUIntBE(6, 3),
    ticketTypeId: head.readUIntBE(9, 3),
  };
}

/** The public key as its 32 bytes in base64, for scanners (`GET /api/tickets/public-key`). */
export function exportPublicKey(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return der.subarray(publicKeyHead.length).toString('base64');
}

/** The key that `exportPublicKey` gave out. */
export function importPublicKey(text: string): KeyObject {
  const der = Buffer.concat([publicKeyHead, Buffer.from(text, 'base64')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

function toBase32(bytes: Buffer): string {
  let code = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      code += alphabet.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? code + alphabet.charAt((value << (5 - bits)) & 31) : code;
}

/** Null where other characters stand. */
function fromBase32(code: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of code) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(value >> bits);
    }
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
