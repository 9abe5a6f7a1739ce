import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { readClock } from '../platform/database/database.ts';
import type { Deps } from '../deps.ts';

/** A page may stand open for a while before somebody presses its button. */
const CHALLENGE_MINUTES = 60;
const NONCE_BYTES = 16;
const END_BYTES = 6;
/** EdDSA, ES256, RS256: what authenticators have; newer ones are experimental in Node. */
const ALGORITHMS = [-8, -7, -257];
/** Ids and names in a browser's response have these characters only. */
const base64url = /^[\w-]+$/;
/** Passkeys of one person (office.md 2.3). */
export const MAX_PASSKEY_COUNT = 10;

/** The browser's response (WebAuthn, JSON) as forms send it, instead of their other fields; undefined when empty. */
export const passkeyResponse = () =>
  z
    .string()
    .optional()
    .transform((response) => (response === '' ? undefined : response));

type PasskeyDeps = Pick<Deps, 'pool' | 'tokens' | 'publicUrl'>;

/** The RP id and origin that passkeys are bound to (office.md 2.3). */
const siteOf = ({ publicUrl }: Pick<PasskeyDeps, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl());
  return { rpID: hostname, origin };
};

/**
 * A challenge that only this purpose accepts, signed, with its end by the database's clock in it: reading a page stores
 * nothing.
 */
async function createChallenge(
  { pool, tokens }: PasskeyDeps,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const nowSeconds = Math.floor((await readClock(pool)).getTime() / 1000);
  const head = Buffer.alloc(NONCE_BYTES + END_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(nowSeconds + CHALLENGE_MINUTES * 60, NONCE_BYTES, END_BYTES);
  return new Uint8Array(Buffer.concat([head, signChallenge(tokens, purpose, head)]));
}

function signChallenge(tokens: PasskeyDeps['tokens'], purpose: string, head: Buffer): Buffer {
  return createHmac('sha256', tokens.deriveKey('staff challenge'))
    .update(`${purpose}\n`)
    .update(head)
    .digest();
}

/** Whether a challenge is one of ours for this purpose, not expired and not used before; consumes it. */
async function redeemChallenge(
  { tokens }: PasskeyDeps,
  client: Pool | PoolClient,
  purpose: string,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, NONCE_BYTES + END_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + END_BYTES);
  const expected = signChallenge(tokens, purpose, head);
  if (mac.byteLength !== expected.byteLength || !timingSafeEqual(mac, expected)) return false;
  const { rowCount } = await client.query(
    `insert into staff_challenge (challenge) select $1 where to_timestamp($2) > clock_timestamp()
     on conflict do nothing`,
    // decoding ignores characters that are not base64url, so several texts are the same challenge
    [bytes.toString('base64url'), head.readUIntBE(NONCE_BYTES, END_BYTES)],
  );
  return rowCount === 1;
}

/** Options for the browser to ask for a passkey; with `ids`, for one of these only. */
export async function createPasskeyRequest(deps: PasskeyDeps, purpose: string, ids?: string[]) {
  return await generateAuthenticationOptions({
    rpID: siteOf(deps).rpID,
    challenge: await createChallenge(deps, purpose),
    userVerification: 'required',
    ...(ids === undefined ? {} : { allowCredentials: ids.map((id) => ({ id })) }),
  });
}

/** Options for the browser to create a passkey; `ids`: those that exist already. */
export async function createPasskeySetup(
  deps: PasskeyDeps,
  purpose: string,
  { email, festival, ids = [] }: { email: string; festival: string; ids?: string[] },
) {
  return await generateRegistrationOptions({
    rpID: siteOf(deps).rpID,
    rpName: festival,
    userName: email,
    userDisplayName: email,
    challenge: await createChallenge(deps, purpose),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: ids.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A passkey as the database stores it. */
export interface NewPasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** The passkey that a browser created; null when its response is not valid. */
export async function readNewPasskey(
  deps: PasskeyDeps,
  client: Pool | PoolClient,
  purpose: string,
  response: string,
): Promise<NewPasskey | null> {
  try {
    const { rpID, origin } = siteOf(deps);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response),
      expectedChallenge: (challenge) => redeemChallenge(deps, client, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const names = [transports].flat().filter((name) => base64url.test(name));
    return { id, publicKey: Buffer.from(publicKey), counter, transports: names };
  } catch {
    return null;
  }
}

/** Stores a passkey of a person. */
export async function insertPasskey(
  client: PoolClient,
  staffId: number,
  passkey: NewPasskey,
  name: string,
): Promise<void> {
  await client.query(
    `insert into staff_passkey (staff_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6)`,
    [staffId, passkey.id, passkey.publicKey, passkey.counter, passkey.transports, name],
  );
}

interface PasskeyRow {
  id: number;
  staff_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: string;
}

/**
 * Finds the person whose passkey signed the response, and records its use; null when it is not valid. The counter must
 * grow where the authenticator counts.
 */
export async function redeemPasskey(
  deps: PasskeyDeps,
  client: PoolClient,
  purpose: string,
  response: string,
): Promise<number | null> {
  try {
    const parsed = JSON.parse(response);
    const id = String(parsed.id);
    if (!base64url.test(id)) return null;
    // the account before its passkey, as when one is removed: otherwise each could wait for the other
    await client.query(
      `select from staff where id = (select staff_id from staff_passkey where credential_id = $1) for update`,
      [id],
    );
    const { rows } = await client.query<PasskeyRow>(
      `select k.id, k.staff_id, k.credential_id, k.public_key, k.counter from staff_passkey k
       join staff s on s.id = k.staff_id
       where k.credential_id = $1 and s.disabled_at is null for update of k`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { rpID, origin } = siteOf(deps);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed,
      expectedChallenge: (challenge) => redeemChallenge(deps, client, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
      },
    });
    if (!verified) return null;
    await client.query(`update staff_passkey set counter = $2, used_at = now() where id = $1`, [
      row.id,
      authenticationInfo.newCounter,
    ]);
    return row.staff_id;
  } catch (error) {
    // a statement that failed has ended the transaction
    if (error instanceof Error && 'severity' in error) throw error;
    return null;
  }
}
