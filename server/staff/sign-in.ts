import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { hashNetwork } from '../people/sessions.ts';
import { maskNetwork, recordFailedSignIn } from '../audit/record-refused-access.ts';
import {
  findAccountByEmail,
  lockAccount,
  lockCheckedAccount,
  getAccount,
  type StaffAccount,
} from './own-account.ts';
import { redeemCode } from './one-time-codes.ts';
import { passkeyResponse, redeemPasskey } from './passkeys.ts';
import { hasDemoStaff, startStaffSession, renewSession } from './staff-sessions.ts';
import { queueLockedMail } from './staff-mails.ts';
import { verifyStaffPassword } from './staff-password.ts';
import { defineChange, SECRET_OUTPUT_SECONDS, type ChangeContext } from '../operations/define.ts';
import { countSuccess, findLock, waitAfterHits } from '../operations/limit.ts';
import { Problem } from '../platform/problem.ts';
import type { Deps } from '../deps.ts';
import { roles } from '#contract/office/staff.ts';
import { staffOf, type Caller } from '../operations/caller.ts';

/** A longer text of a sign-in is refused unread. */
const MAX_LENGTH = 1000;
const entry = z
  .string()
  .default('')
  .transform((text) => text.slice(0, MAX_LENGTH));

const input = z.object({
  email: entry,
  password: entry,
  /** A one-time code or a recovery code. */
  code: entry,
  passkey: passkeyResponse(),
});

const wrong = () => new Problem('invalid', { message: staffTexts.wrongSignIn });

/** Signs in by password and one-time code, or by passkey (office.md 2.4). One 422 for every mistake. */
export const signIn = defineChange({
  may: 'signed-out staff',
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input,
  async prepare({ deps, caller }, entries) {
    await countAttempt(deps, 'staff:sign-in', caller, entries);
    if (entries.passkey !== undefined) return null;
    const account = await findAccountByEmail(deps.pool, entries.email);
    const isRight = await verifyStaffPassword(deps, account, entries.password, caller.address);
    return isRight ? account : null;
  },
  async run(context, entries, account) {
    const { client, deps } = context;
    const { code, passkey } = entries;
    const { address, userAgent } = context.caller;
    const person =
      passkey === undefined
        ? await checkCode(context, account, code)
        : await findByPasskey(context, passkey);
    if (person === null) throw wrong();
    await countSuccess(deps, 'staff:sign-in', context.caller, entries, client);
    const token = await startStaffSession(client, person.id, {
      userAgent,
      network: hashNetwork(deps.tokens, address),
    });
    return {
      output: { token, role: person.role, language: person.language },
      audit: {
        actor: person,
        thing: { kind: 'staff', id: person.id, name: person.name },
        after: { with: passkey === undefined ? 'password' : 'passkey' },
        network: maskNetwork(address),
      },
    };
  },
  async afterProblem({ deps, caller }, entries, { status }) {
    if (status !== 422) return;
    const staff =
      entries.passkey === undefined ? await findAccountByEmail(deps.pool, entries.email) : null;
    await recordFailedSignIn(deps.pool, { staff, address: caller.address });
    await queueLockedMail(deps, staff, await findLock(deps, 'staff:sign-in', caller, entries));
  },
});

/**
 * The person, if the account is unchanged since its password was checked and the code is right; null otherwise.
 * Accounts of the demonstration need no code.
 */
async function checkCode(
  { client, deps }: ChangeContext,
  checked: StaffAccount | null,
  code: string,
): Promise<StaffAccount | null> {
  const account = checked === null ? null : await lockCheckedAccount(client, checked);
  if (account === null || account.is_demo) return account;
  const isRight = await redeemCode(client, deps.tokens, account.id, code);
  return isRight ? account : null;
}

async function findByPasskey(
  { client, deps }: ChangeContext,
  passkey: string,
): Promise<StaffAccount | null> {
  const id = await redeemPasskey(deps, client, 'sign-in', passkey);
  const account = id === null ? null : await lockAccount(client, id);
  return account?.is_demo === true && !hasDemoStaff(deps.env) ? null : account;
}

/** Counts an attempt before it is checked, so that concurrent ones do not get past the limits. Throws 429. */
async function countAttempt(
  deps: Deps,
  name: 'staff:sign-in' | 'staff:step-up',
  caller: Caller,
  entries: object,
): Promise<void> {
  const isKnownVisitor = async (email: string) => await isKnown(deps, email, caller);
  const wait = await waitAfterHits({ ...deps, isKnownVisitor }, name, caller, entries);
  if (wait === 0) return;
  const minutes = Math.ceil(wait / 60);
  const { de, en } = staffTexts.tooMany;
  const message = { de: de({ minutes }), en: en({ minutes }) };
  throw new Problem('too_many', { message, retryAfter: wait });
}

/** Whether the person with this e-mail has signed in from the caller's network or browser in the last 180 days. */
async function isKnown({ pool, tokens }: Deps, email: string, caller: Caller): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from staff p where p.email_key = email_key($1) and (p.id = any ($2) or exists (
       select from staff_session s where s.staff_id = p.id and s.network = $3
         and s.created_at > now() - interval '180 days'))`,
    [email, caller.knownAccounts, hashNetwork(tokens, caller.address)],
  );
  return rowCount === 1;
}

const page = '/office/confirm-identity';

const confirmation = z.object({
  password: z.string().default(''),
  code: z.string().default(''),
  passkey: passkeyResponse(),
});

/** Confirms the identity of the signed-in person and renews the session's token (office.md 2.6). */
export const confirmIdentity = defineChange({
  may: roles,
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input: confirmation,
  async prepare({ deps, caller }, entries) {
    const { id, address } = staffOf(caller);
    const account = await getAccount(deps.pool, id);
    await countAttempt(deps, 'staff:step-up', caller, entries);
    const isRight =
      entries.passkey !== undefined ||
      (await verifyStaffPassword(deps, account, entries.password, address));
    return { account, isRight };
  },
  async run(context, entries, { account, isRight }) {
    const { client, caller, deps } = context;
    const { code, passkey } = entries;
    const { sessionId, address } = staffOf(caller);
    const isPerson =
      passkey === undefined
        ? isRight && (await checkCode(context, account, code)) !== null
        : (await redeemPasskey(deps, client, `staff ${account.id}`, passkey)) === account.id;
    if (!isPerson) {
      throw new Problem('invalid', { message: staffTexts.wrongConfirmation });
    }
    await countSuccess(deps, 'staff:step-up', caller, entries, client);
    const token = await renewSession(client, sessionId);
    return {
      output: { token },
      audit: {
        thing: { kind: 'staff', id: account.id, name: account.name },
        after: { with: passkey === undefined ? 'password' : 'passkey', page },
        network: maskNetwork(address),
      },
    };
  },
  async afterProblem({ deps, caller }, entries, { status }) {
    if (status !== 422) return;
    const { id, address } = staffOf(caller);
    const staff = await getAccount(deps.pool, id);
    await recordFailedSignIn(deps.pool, { staff, address }, { page });
    await queueLockedMail(deps, staff, await findLock(deps, 'staff:step-up', caller, entries));
  },
});
