import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import {
  packTicket,
  parseTicketCode,
  toBase32,
  type TicketPayload,
} from '#contract/door/ticket-code.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** Signs ticket codes, and has the key that verifies them. */
export interface TicketSigner {
  sign(payload: TicketPayload): string;
  publicKey: KeyObject;
}

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
  const head = packTicket(payload);
  return toBase32(Buffer.concat([head, signBytes(null, head, privateKey)]));
}

/** Verifies a code without a network and returns its content; null for anything that we have not signed. */
export function checkTicket(code: string, publicKey: KeyObject): TicketPayload | null {
  const parts = parseTicketCode(code);
  if (!parts || !verifyBytes(null, parts.head, publicKey, parts.signature)) return null;
  return parts.payload;
}

/** The public key as its 32 bytes in base64, for scanners (`GET /api/tickets/public-key`). */
export function exportPublicKey(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return der.subarray(publicKeyHead.length).toString('base64');
}
