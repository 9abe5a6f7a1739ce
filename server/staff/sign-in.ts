import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { hashNetwork } from '../accounts/sessions.ts';
import { maskNetwork, recordFailedSignIn } from '../audit/record-refused-access.ts';
import {
  findAccountByEmail,
  lockAccount,
  lockCheckedAccount,
  type StaffAccount,
} from './own-account.ts';
import { redeemCode } from './one-time-codes.ts';
import { passkeyResponse, redeemPasskey } from './passkeys.ts';
import { countSignIn, forgiveAttempt, lockIfDue } from './sign-in-limits.ts';
import { hasDemoStaff, startStaffSession } from './staff-sessions.ts';
import { verifyStaffPassword } from './staff-password.ts';
import { defineChange, type ChangeContext, SECRET_OUTPUT_SECONDS } from '../operations/define.ts';
import { Problem } from '../platform/problem.ts';

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
  async prepare({ deps, caller }, { email, password, passkey }) {
    const attempt = await countSignIn(deps, passkey === undefined ? email : null, caller);
    if (passkey !== undefined) return { attempt, account: null };
    const account = await findAccountByEmail(deps.pool, email);
    const isRight = await verifyStaffPassword(deps, account, password, caller.address);
    return { attempt, account: isRight ? account : null };
  },
  async run(context, { code, passkey }, { attempt, account }) {
    const { client, deps } = context;
    const { address, userAgent } = context.caller;
    const person =
      passkey === undefined
        ? await checkCode(context, account, code)
        : await findByPasskey(context, passkey);
    if (person === null) throw wrong();
    await forgiveAttempt(client, attempt);
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
  async afterProblem({ deps: { pool, env }, caller }, { email, passkey }, { status }) {
    if (status !== 422) return;
    const isByPasskey = passkey !== undefined;
    const staff = isByPasskey ? null : await findAccountByEmail(pool, email);
    await recordFailedSignIn(pool, { staff, address: caller.address });
    if (env.hasRateLimit && !isByPasskey) await lockIfDue(pool, email);
  },
});

/**
 * The person, if the account is unchanged since its password was checked and the code is right; null otherwise.
 * Accounts of the demonstration need no code.
 */
export async function checkCode(
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
