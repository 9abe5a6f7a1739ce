import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  packTicket,
  readPairingCode,
  readText,
  swapYAndZ,
  toBase32,
  type VerifySignature,
} from './ticket-code.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifyOurs: VerifySignature = (signature, signed) =>
  verify(null, signed, publicKey, signature);
const payload = { ticketId: 5_000_000_123, concertId: 70_000, ticketTypeId: 66_000 };
const issue = (key = privateKey, head: Uint8Array = packTicket(payload)) =>
  toBase32(Buffer.concat([head, sign(null, head, key)]));
const code = issue();

describe('a text at the door', () => {
  test.each([
    ['as scanned', code],
    [
      'in lower case, with spaces, hyphens and line ends',
      ` ${code.toLowerCase().replaceAll(/.{8}/g, '$& -')}\r\n`,
    ],
    ['of a US scanner on a German keyboard', swapYAndZ(code)],
  ])('is a ticket: %s', async (_, text) => {
    expect(await readText(text, verifyOurs)).toEqual({ kind: 'ticket', payload });
  });

  test('is a ticket by WebCrypto, too', async () => {
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    const reading = await readText(code, (signature, signed) =>
      crypto.subtle.verify('Ed25519', key, signature, signed),
    );
    expect(reading).toEqual({ kind: 'ticket', payload });
  });

  test('is forged if another key has signed it, or a byte differs', async () => {
    expect(await readText(issue(generateKeyPairSync('ed25519').privateKey), verifyOurs)).toEqual({
      kind: 'forged',
    });
    const other = code.slice(0, 8) + (code[8] === '7' ? '8' : '7') + code.slice(9);
    expect(await readText(other, verifyOurs)).toEqual({ kind: 'forged' });
  });

  test('is unreadable in another version, spelling or length', async () => {
    const next = packTicket(payload);
    next[0] = 2;
    // the last character has unused bits
    const respelt = code.slice(0, -1) + (code.endsWith('0') ? '1' : '9');
    for (const text of [
      '',
      'Guten Abend',
      issue(privateKey, next),
      `${code}0`,
      code.slice(1),
      respelt,
    ])
      expect(await readText(text, verifyOurs), text).toEqual({ kind: 'unreadable' });
  });

  test('is an order by its number, however it is typed', async () => {
    for (const text of ['K7MA-2XRF', 'k7ma2xrf', ' K7MA 2XRF '])
      expect(await readText(text, verifyOurs)).toEqual({ kind: 'order', orderNo: 'K7MA-2XRF' });
    expect(await readText('K7MA-2XR0', verifyOurs)).toEqual({ kind: 'unreadable' });
  });
});

test('a pairing code is read alone, in its link, and as a badly set scanner types it', () => {
  const pairing = '0123456789ABCDEFGHJKMNPQRST';
  for (const text of [
    pairing,
    pairing.toLowerCase(),
    `https://example.org/door#pair=${pairing}`,
    `https.&&example.org&door§pair´${pairing}\n`,
  ])
    expect(readPairingCode(text), text).toBe(pairing);
  expect(readPairingCode(`A${pairing}`)).toBeNull();
  expect(readPairingCode('')).toBeNull();
});
