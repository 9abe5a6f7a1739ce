import { z } from 'zod';
import type { Pool, PoolClient } from 'pg';
import { formTexts } from '#messages/office/forms.ts';
import type { SignedTokens } from '../../platform/security/signed-tokens.ts';
import { defineCommand } from '../command.ts';
import { ticked } from '../fields.ts';
import { wrongField } from '../office-problem.ts';
import { sealText, unsealText } from './seal-text.ts';

const sealKey = (tokens: SignedTokens) => tokens.deriveKey('staff shown recovery codes');

/** Stores new recovery codes with a session until the person says that they are written down. */
export async function storeCodes(
  client: PoolClient,
  tokens: SignedTokens,
  sessionId: number | null,
  codes: string[],
): Promise<void> {
  await client.query(`update staff_session set sealed_codes = $2 where id = $1`, [
    sessionId,
    sealText(sealKey(tokens), codes.join(' ')),
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
  const sealed = rows[0]?.sealed_codes ?? null;
  return sealed === null ? null : (unsealText(sealKey(tokens), sealed)?.split(' ') ?? null);
}

/** The person has written the recovery codes down: they are not shown again (office.md 2.2). */
export const noteRecoveryCodes = defineCommand({
  input: z.object({ written: ticked() }),
  async run({ client, actor, sessionId }, { written }) {
    if (!written) throw wrongField('written', formTexts.missing);
    await client.query(`update staff_session set sealed_codes = null where id = $1`, [sessionId]);
    return { output: {}, audit: { thing: { kind: 'staff', id: actor.id ?? 0, name: actor.name } } };
  },
});
