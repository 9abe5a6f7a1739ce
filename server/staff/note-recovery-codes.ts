import { z } from 'zod';
import type { Pool, PoolClient } from 'pg';
import { formTexts } from '#messages/office/forms.ts';
import { roles } from '#contract/office/staff.ts';
import { decrypt, encrypt, type SignedTokens } from '../platform/security/signed-tokens.ts';
import { ticked } from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { invalidField } from '../platform/problem.ts';
import { staffOf } from '../operations/caller.ts';

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
