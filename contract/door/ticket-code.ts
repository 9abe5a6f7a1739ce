// The code of a ticket as bytes and text, and how a text is read at the door (door.md 2). Without Node and zod: the
// server signs by it, the app reads by it.

import { ORDER_ALPHABET } from '../codes.ts';

/** The content of a ticket's code: our ids. Only a list can tell whether a ticket is cancelled or used. */
export interface TicketPayload {
  ticketId: number;
  concertId: number;
  ticketTypeId: number;
}

/** Without I, L, O and U, which are mistyped easily. All belong to the alphanumeric mode of QR codes. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a ticket's code. */
export const TICKET_CODE_LENGTH = 122;
const FORMAT_VERSION = 1;
const PAYLOAD_BYTES = 12;
const SIGNATURE_BYTES = 64;
const ORDER_NUMBER = new RegExp(`^[${ORDER_ALPHABET}]{8}$`);

/** The 12 bytes that are signed. */
export function packTicket({ ticketId, concertId, ticketTypeId }: TicketPayload): Uint8Array {
  const head = new Uint8Array(PAYLOAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint8(0, FORMAT_VERSION);
  view.setUint8(1, Math.floor(ticketId / 2 ** 32));
  view.setUint32(2, ticketId % 2 ** 32);
  view.setUint8(6, concertId >> 16);
  view.setUint16(7, concertId & 0xffff);
  view.setUint8(9, ticketTypeId >> 16);
  view.setUint16(10, ticketTypeId & 0xffff);
  return head;
}

/** The parts of a code, whose signature nobody has verified; null for anything that is no code of ours by its form. */
export function parseTicketCode(code: string): {
  payload: TicketPayload;
  head: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
} | null {
  const bytes = fromBase32(code);
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes[0] !== FORMAT_VERSION) return null;
  // several spellings decode to the same bytes; only the one we issued is valid
  if (toBase32(bytes) !== code) return null;
  const view = new DataView(bytes.buffer);
  return {
    payload: {
      ticketId: view.getUint8(1) * 2 ** 32 + view.getUint32(2),
      concertId: (view.getUint8(6) << 16) | view.getUint16(7),
      ticketTypeId: (view.getUint8(9) << 16) | view.getUint16(10),
    },
    head: bytes.slice(0, PAYLOAD_BYTES),
    signature: bytes.slice(PAYLOAD_BYTES),
  };
}

/** Crockford's base32, most significant bit first. */
export function toBase32(bytes: Uint8Array): string {
  let code = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      code += CROCKFORD.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? code + CROCKFORD.charAt((value << (5 - bits)) & 31) : code;
}

/** The decoded bytes; null if there are other characters. */
function fromBase32(code: string): Uint8Array<ArrayBuffer> | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of code) {
    const digit = CROCKFORD.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(value >> bits);
    }
    value &= (1 << bits) - 1;
  }
  return new Uint8Array(bytes);
}

/** Verifies an Ed25519 signature by the public key of this shop. */
export type VerifySignature = (
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** What a text says: a ticket of ours, a code that we have not signed, an order's number (`ABCD-EFGH`), or nothing. */
export type Reading =
  | { kind: 'ticket'; payload: TicketPayload }
  | { kind: 'forged' }
  | { kind: 'order'; orderNo: string }
  | { kind: 'unreadable' };

/** Reads a text of the camera, of a hand scanner or of a person. */
export async function readText(text: string, verify: VerifySignature): Promise<Reading> {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (ORDER_NUMBER.test(code)) {
    return { kind: 'order', orderNo: `${code.slice(0, 4)}-${code.slice(4)}` };
  }
  if (code.length !== TICKET_CODE_LENGTH) return { kind: 'unreadable' };
  const spellings = [code, swapYAndZ(code)].map(parseTicketCode);
  for (const parts of spellings) {
    if (parts && (await verify(parts.signature, parts.head))) {
      return { kind: 'ticket', payload: parts.payload };
    }
  }
  return { kind: spellings.some(Boolean) ? 'forged' : 'unreadable' };
}

/** What a scanner set to a US keyboard types where the keyboard is German. */
export const swapYAndZ = (code: string): string =>
  code.replaceAll(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'));

/** The pairing code of a text or of the whole link; null if there is none. */
export function readPairingCode(text: string): string | null {
  const found = /(?:^|[^0-9A-Z])([0-9A-HJKMNP-TV-Z]{27})$/.exec(
    text.replaceAll(/[\s-]/g, '').toUpperCase(),
  );
  return found?.[1] ?? null;
}
