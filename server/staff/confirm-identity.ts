import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { roles } from '#contract/office/staff.ts';
import { maskNetwork, recordFailedSignIn } from '../audit/record-refused-access.ts';
import { getAccount } from './own-account.ts';
import { passkeyResponse, redeemPasskey } from './passkeys.ts';
import { checkCode } from './sign-in.ts';
import { countStepUp, forgiveAttempt, lockIfDue } from './sign-in-limits.ts';
import { renewSession } from './staff-sessions.ts';
import { verifyStaffPassword } from './staff-password.ts';
import { defineChange, SECRET_OUTPUT_SECONDS } from '../operations/define.ts';
import { Problem } from '../platform/problem.ts';
import { staffOf } from '../operations/caller.ts';

const page = '/office/confirm-identity';

const input = z.object({
  password: z.string().default(''),
  code: z.string().default(''),
  passkey: passkeyResponse(),
});

/** Confirms the identity of the signed-in person and renews the session's token (office.md 2.6). */
export const confirmIdentity = defineChange({
  may: roles,
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input,
  async prepare({ deps, caller }, { password, passkey }) {
    const { id, address, sessionId } = staffOf(caller);
    const account = await getAccount(deps.pool, id);
    const attempt = passkey === undefined ? await countStepUp(deps, sessionId) : { id: null };
    const isRight =
      passkey !== undefined || (await verifyStaffPassword(deps, account, password, address));
    return { attempt, account, isRight };
  },
  async run(context, { code, passkey }, { attempt, account, isRight }) {
    const { client, caller } = context;
    const { sessionId, address } = staffOf(caller);
    const isPerson =
      passkey === undefined
        ? isRight && (await checkCode(context, account, code)) !== null
        : (await redeemPasskey(context.deps, client, `staff ${account.id}`, passkey)) ===
          account.id;
    if (!isPerson) {
      throw new Problem('invalid', { message: staffTexts.wrongConfirmation });
    }
    await forgiveAttempt(client, attempt);
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
  async afterProblem({ deps: { pool, env }, caller }, { passkey }, { status }) {
    if (status !== 422) return;
    const { id, address, sessionId } = staffOf(caller);
    const staff = await getAccount(pool, id);
    await recordFailedSignIn(pool, { staff, address }, { page });
    if (env.hasRateLimit && passkey === undefined) await lockIfDue(pool, staff.email, sessionId);
  },
});
