import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** The content of a ticket's code: our ids. Only a list can tell whether a ticket is cancelled or used. */
export interface TicketPayload {
  ticketId: number;
  concertId: number;
  ticketTypeId: number;
}

/** Signs ticket codes, and has the key that verifies them. */
export interface TicketSigner {
  sign(payload: TicketPayload): string;
  publicKey: KeyObject;
}

const FORMAT_VERSION = 1;
const PAYLOAD_BYTES = 12;
const SIGNATURE_BYTES = 64;
/** Without I, L, O and U, which are mistyped easily. All belong to the alphanumeric mode of QR codes. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The format of the codes, for programs that verify them (`GET /api/tickets/public-key`). */
export const ticketCodeFormat =
  'Crockford base32, most significant bit first, of: version (1 byte, 1), ticket id (5 bytes, big endian), ' +
  'concert id (3), ticket type id (3), Ed25519 signature of these 12 bytes (64)';

/** The signer of this installation; its key derives from APP_SECRET. */
export function createTicketSigner(tokens: Pick<SignedTokens, 'deriveKey'>): TicketSigner {
  const der = Buffer.concat([privateKeyHead, tokens.deriveKey('ticket-key')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    sign: (payload) => signTicket(payload, privateKey),
    publicKey: createPublicKey(privateKey),
  };
}

/** The code of a ticket: 122 characters. The same ticket always has the same code. */
export function signTicket(payload: TicketPayload, privateKey: KeyObject): string {
  const head = Buffer.alloc(PAYLOAD_BYTES);
  head.writeUInt8(FORMAT_VERSION, 0);
  head.writeUIntBE(payload.ticketId, 1, 5);
  head.writeUIntBE(payload.concertId, 6, 3);
  head.writeUIntBE(payload.ticketTypeId, 9, 3);
  return toBase32(Buffer.concat([head, signBytes(null, head, privateKey)]));
}

/** Verifies a code without a network and returns its content; null for anything that we have not signed. */
export function checkTicket(code: string, publicKey: KeyObject): TicketPayload | null {
  const bytes = fromBase32(code);
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes[0] !== FORMAT_VERSION) return null;
  // several spellings decode to the same bytes; only the one we issued is valid
  if (toBase32(bytes) !== code) return null;
  const head = bytes.subarray(0, PAYLOAD_BYTES);
  if (!verifyBytes(null, head, publicKey, bytes.subarray(PAYLOAD_BYTES))) return null;
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

/** The decoded bytes; null if there are other characters. */
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
