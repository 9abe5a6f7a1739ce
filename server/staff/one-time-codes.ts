import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { PoolClient, Pool } from 'pg';
import { decrypt, encrypt, type SignedTokens } from '../platform/security/signed-tokens.ts';
import { z } from 'zod';
import { formTexts } from '#messages/office/forms.ts';
import { roles } from '#contract/office/staff.ts';
import { ticked } from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { invalidField } from '../platform/problem.ts';
import { staffOf } from '../operations/caller.ts';

const PERIOD_SECONDS = 30;
const KEY_BYTES = 20;
const RECOVERY_CODE_COUNT = 10;
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_CODE_LENGTH = 10;

const encryptionKey = (tokens: SignedTokens) => tokens.deriveKey('staff one-time key');

/** The key being set up in an authenticator: the same for the same seed, unguessable without APP_SECRET. */
export function createSetupKey(tokens: SignedTokens, seed: string): Buffer {
  return createHmac('sha256', tokens.deriveKey('staff setup key'))
    .update(seed)
    .digest()
    .subarray(0, KEY_BYTES);
}

/** The key as text (base32 in groups of four) and as the address that authenticators read from the QR code. */
export function describeKey(key: Buffer, email: string, issuer: string) {
  const totp = createTotp(key, email, issuer);
  const groups = totp.secret.base32.match(/.{1,4}/g) ?? [];
  return { key: groups.join(' '), uri: totp.toString() };
}

/** RFC 6238 as every authenticator implements it (office.md 2.3). */
function createTotp(key: Buffer, label = '', issuer = ''): TOTP {
  const secret = new Secret({ buffer: new Uint8Array(key).buffer });
  const form = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ label, issuer, secret, ...form });
}

/**
 * The time step of a valid code, one step either side of `now` by the database's clock; null for any other text.
 */
export function findStep(key: Buffer, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = createTotp(key).validate({ token, window: 1, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Encrypts a key for the database. */
export const encryptOneTimeKey = (tokens: SignedTokens, key: Buffer): Buffer =>
  encrypt(encryptionKey(tokens), key.toString('base64'));

/**
 * Consumes a one-time code or a recovery code of a person; false when it is wrong or was used before. Each works once,
 * even for two requests at a time.
 */
export async function redeemCode(
  client: PoolClient,
  tokens: SignedTokens,
  staffId: number,
  code: string,
): Promise<boolean> {
  const { rows } = await client.query<{ totp_secret: Buffer | null; now: Date }>(
    `select totp_secret, clock_timestamp() as now from staff where id = $1 for update`,
    [staffId],
  );
  const { totp_secret: encrypted, now } = rows[0] ?? { totp_secret: null, now: new Date(0) };
  const key = encrypted === null ? null : decrypt(encryptionKey(tokens), encrypted);
  const step = key === null ? null : findStep(Buffer.from(key, 'base64'), code, now);
  if (step === null) return await redeemRecoveryCode(client, tokens, staffId, code);
  const { rowCount } = await client.query(
    `update staff set totp_step = $2 where id = $1 and totp_step < $2`,
    [staffId, step],
  );
  return rowCount === 1;
}

async function redeemRecoveryCode(
  client: PoolClient,
  tokens: SignedTokens,
  staffId: number,
  code: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update staff_recovery_code set used_at = now() where staff_id = $1 and code_hash = $2 and used_at is null`,
    [staffId, hashRecoveryCode(tokens, code)],
  );
  return rowCount === 1;
}

/** Replaces the recovery codes of a person and returns the new ones; the database gets hashes under APP_SECRET. */
export async function replaceRecoveryCodes(
  client: PoolClient,
  tokens: SignedTokens,
  staffId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
  await client.query(`delete from staff_recovery_code where staff_id = $1`, [staffId]);
  await client.query(
    `insert into staff_recovery_code (staff_id, code_hash) select $1, unnest($2::bytea[])`,
    [staffId, codes.map((code) => hashRecoveryCode(tokens, code))],
  );
  return codes;
}

function createRecoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function hashRecoveryCode(tokens: SignedTokens, code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHmac('sha256', tokens.deriveKey('staff recovery codes')).update(letters).digest();
}

const shownCodesKey = (tokens: SignedTokens) => tokens.deriveKey('staff shown recovery codes');

/** Stores new recovery codes with a session until the person confirms having written them down. */
export async function storeCodes(
  client: PoolClient,
  tokens: SignedTokens,
  sessionId: number | null,
  codes: string[],
): Promise<void> {
  await client.query(`update staff_session set sealed_codes = $2 where id = $1`, [
    sessionId,
    encrypt(shownCodesKey(tokens), codes.join(' ')),
  ]);
}

/** The new recovery codes of a session; null when they were written down. */
export async function findNewCodes(
  pool: Pool,
  tokens: SignedTokens,
  sessionId: number | null,
): Promise<string[] | null> {
  const { rows } = await pool.query<{ sealed_codes: Buffer | null }>(
    `select sealed_codes from staff_session where id = $1`,
    [sessionId],
  );
  const encrypted = rows[0]?.sealed_codes ?? null;
  return encrypted === null
    ? null
    : (decrypt(shownCodesKey(tokens), encrypted)?.split(' ') ?? null);
}

/** The person has written the recovery codes down: they are not shown again (office.md 2.2). */
export const noteRecoveryCodes = defineChange({
  may: roles,
  input: z.object({ written: ticked() }),
  async run({ client, caller }, { written }) {
    const { id, name, sessionId } = staffOf(caller);
    if (!written) throw invalidField('written', formTexts.missing);
    await client.query(`update staff_session set sealed_codes = null where id = $1`, [sessionId]);
    return {
      output: {},
      audit: {
        thing: { kind: 'staff', id, name },
        after: { change: 'recovery-codes-noted' },
      },
    };
  },
});
