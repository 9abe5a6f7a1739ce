import { verifyAsync } from '@noble/ed25519';
import type { VerifySignature } from '#contract/door/ticket-code.ts';

/** Verifies codes by this public key (32 bytes in base64): WebCrypto where it knows Ed25519, otherwise in JavaScript. */
export async function createVerify(publicKey: string): Promise<VerifySignature> {
  const bytes = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
  const key = await crypto.subtle
    .importKey('raw', bytes, 'Ed25519', false, ['verify'])
    .catch(() => null);
  if (key === null)
    return (signature, signed) => verifyAsync(signature, signed, bytes, { zip215: false });
  return (signature, signed) => crypto.subtle.verify('Ed25519', key, signature, signed);
}
