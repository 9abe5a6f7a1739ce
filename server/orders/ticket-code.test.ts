import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { checkTicket, createTicketSigner, exportPublicKey } from './ticket-code.ts';

const signer = createTicketSigner(createSignedTokens('a secret of thirty-two characters!'));
const facts = { ticketId: 1_234_567, concertId: 12, ticketTypeId: 31 };
const code = signer.sign(facts);

describe('ticket codes', () => {
  it('identify their ticket to a reader with the public key', () => {
    // as a scanner reads the published key, without our code
    const x = Buffer.from(exportPublicKey(signer.publicKey), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(checkTicket(code, key)).toEqual(facts);
  });

  it('are short, fit the compact alphabet of QR codes, and never change', () => {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{122}$/);
    expect(signer.sign(facts)).toBe(code);
  });

  it('carry the largest ids', () => {
    const large = { ticketId: 2 ** 40 - 1, concertId: 2 ** 24 - 1, ticketTypeId: 2 ** 24 - 1 };
    expect(checkTicket(signer.sign(large), signer.publicKey)).toEqual(large);
  });

  it('are void when any one character differs', () => {
    for (let i = 0; i < code.length; i++) {
      const other = code[i] === '7' ? '8' : '7';
      expect(
        checkTicket(code.slice(0, i) + other + code.slice(i + 1), signer.publicKey),
      ).toBeNull();
    }
  });

  it('are void when truncated, lengthened, spelt differently or signed with another key', () => {
    const stranger = createTicketSigner(createSignedTokens('another secret of 32 characters!!!'));
    for (const wrong of [
      '',
      code.slice(0, -1),
      `${code}0`,
      code.toLowerCase(),
      stranger.sign(facts),
    ]) {
      expect(checkTicket(wrong, signer.publicKey)).toBeNull();
    }
  });
});
