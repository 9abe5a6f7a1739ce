import { z } from 'zod';
import { toLine } from '#contract/typed-text.ts';
import { formTexts } from '#messages/office/forms.ts';
import { staffTexts } from '#messages/office/staff.ts';
import type { LocalizedText } from '#contract/language.ts';
import { roles } from '#contract/office/staff.ts';
import { readClock } from '../platform/database/database.ts';
import { rowId } from '../operations/entries.ts';
import { hashNewPassword } from './staff-password.ts';
import { getAccount, lockAccount, setupSeedOf } from './own-account.ts';
import {
  storeCodes,
  createSetupKey,
  findStep,
  replaceRecoveryCodes,
  encryptOneTimeKey,
} from './one-time-codes.ts';
import { insertPasskey, MAX_PASSKEY_COUNT, readNewPasskey, type NewPasskey } from './passkeys.ts';
import { queueCredentialsMail } from './staff-mails.ts';
import { endStaffSessions } from './staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { Problem, conflict, invalidField } from '../platform/problem.ts';
import { staffOf, type StaffCaller } from '../operations/caller.ts';

/** The credentials that may be changed, one at a time (office.md 2.9). */
const changes = [
  'password',
  'one-time-key',
  'recovery-codes',
  'passkey-add',
  'passkey-rename',
  'passkey-remove',
] as const;

const input = z.object({
  change: z.enum(changes),
  password: z.string().default(''),
  password_repeat: z.string().default(''),
  code: z.string().default(''),
  passkey: z.string().default(''),
  /** Id of the passkey to rename or remove. */
  passkey_id: rowId(),
  passkey_name: z.string().default(''),
});
type Input = z.infer<typeof input>;

/** Results of the work before the transaction. */
interface Prepared {
  hash?: string;
  key?: Buffer;
  step?: number;
  passkey?: NewPasskey;
}

/**
 * Changes credentials of the signed-in person, ends their other sessions and notifies them by mail. 409 for accounts of
 * the demonstration, for an eleventh passkey, and for the last way to sign in.
 */
export const changeCredentials = defineChange({
  may: roles,
  confirms: true,
  input,
  async prepare({ deps, caller }, given): Promise<Prepared> {
    const person = staffOf(caller);
    const account = await getAccount(deps.pool, person.id);
    if (account.is_demo) throw conflict(staffTexts.isDemo);
    return await prepareChange(deps, given, account, person);
  },
  async run(context, given, prepared) {
    const { client, caller } = context;
    const { id, sessionId } = staffOf(caller);
    const account = await lockAccount(client, id);
    const what = await applyChange(context, sessionId, account.id, given, prepared);
    if (given.change !== 'passkey-rename') await endStaffSessions(client, account.id, sessionId);
    const language = account.language ?? caller.language;
    await queueCredentialsMail(client, { ...account, language });
    return {
      output: { change: given.change },
      audit: {
        thing: { kind: 'staff', id: account.id, name: account.name },
        after: { change: given.change, ...what },
      },
    };
  },
});

async function prepareChange(
  deps: Deps,
  given: Input,
  { id, email }: { id: number; email: string },
  { address, sessionId }: StaffCaller,
): Promise<Prepared> {
  const { change, password, password_repeat: repeat, code, passkey: response } = given;
  if (change === 'password') {
    return { hash: await hashNewPassword(deps.pool, { password, repeat, email }, address) };
  }
  if (change === 'one-time-key') {
    const key = createSetupKey(deps.tokens, await setupSeedOf(deps.pool, id, sessionId));
    const step = findStep(key, code, await readClock(deps.pool));
    const wrong = code.trim() === '' ? formTexts.missing : staffTexts.wrongCode;
    if (step === null) throw invalidField('code', wrong);
    return { key, step };
  }
  if (change === 'passkey-add') {
    const name = checkName(given.passkey_name);
    if (name !== null) throw invalidField('passkey_name', name);
    const passkey = await readNewPasskey(deps, deps.pool, `setup ${id}`, response);
    if (passkey === null) throw invalidField('passkey', staffTexts.passkeyFailed);
    return { passkey };
  }
  return {};
}

function checkName(name: string): LocalizedText | null {
  if (toLine(name) === '') return formTexts.missing;
  if (name.length <= 60) return null;
  const values = { max: 60 };
  return { de: formTexts.tooLong.de(values), en: formTexts.tooLong.en(values) };
}

/** Returns facts for the audit log. */
async function applyChange(
  { client, deps }: ChangeContext,
  sessionId: number,
  id: number,
  given: Input,
  { hash, key, step, passkey }: Prepared,
): Promise<Record<string, unknown>> {
  const name = toLine(given.passkey_name);
  switch (given.change) {
    case 'password':
      await client.query(`update staff set password_hash = $2 where id = $1`, [id, hash]);
      return {};
    case 'one-time-key':
      await client.query(`update staff set totp_secret = $2, totp_step = $3 where id = $1`, [
        id,
        encryptOneTimeKey(deps.tokens, key as Buffer),
        step,
      ]);
      return {};
    case 'recovery-codes':
      await storeCodes(
        client,
        deps.tokens,
        sessionId,
        await replaceRecoveryCodes(client, deps.tokens, id),
      );
      return {};
    case 'passkey-add':
      if ((await countPasskeys(client, id)) >= MAX_PASSKEY_COUNT) {
        throw conflict(staffTexts.tooManyPasskeys);
      }
      await insertPasskey(client, id, passkey as NewPasskey, name);
      return { name };
    case 'passkey-rename':
      return await renamePasskey(client, id, given.passkey_id, name);
    case 'passkey-remove':
      return await removePasskey(client, id, given.passkey_id);
  }
}

async function renamePasskey(
  client: ChangeContext['client'],
  id: number,
  passkeyId: number,
  name: string,
): Promise<{ name: string }> {
  const wrong = checkName(name);
  if (wrong !== null) throw invalidField(`passkey_name_${passkeyId}`, wrong);
  const { rowCount } = await client.query(
    `update staff_passkey set name = $3 where id = $2 and staff_id = $1`,
    [id, passkeyId, name],
  );
  if (rowCount === 0) throw new Problem('not_found');
  return { name };
}

async function removePasskey(
  client: ChangeContext['client'],
  id: number,
  passkeyId: number,
): Promise<{ name: string }> {
  const { rows } = await client.query<{ name: string }>(
    `delete from staff_passkey where id = $2 and staff_id = $1 returning name`,
    [id, passkeyId],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  const { rowCount } = await client.query(
    `select from staff where id = $1 and (password_hash is not null and totp_secret is not null
       or exists (select from staff_passkey where staff_id = $1))`,
    [id],
  );
  if (rowCount === 0) throw conflict(staffTexts.lastWay);
  return row;
}

async function countPasskeys(client: ChangeContext['client'], id: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from staff_passkey where staff_id = $1`,
    [id],
  );
  return rows[0]?.count ?? 0;
}
