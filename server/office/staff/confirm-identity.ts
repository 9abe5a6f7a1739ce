import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { maskNetwork, recordFailedSignIn } from '../audit/record-refused-access.ts';
import { defineCommand } from '../command.ts';
import { OfficeError } from '../office-problem.ts';
import { getAccount } from './find-account.ts';
import { passkeyResponse, redeemPasskey } from './passkeys.ts';
import { checkCode } from './sign-in.ts';
import { countStepUp, forgiveAttempt, lockIfDue } from './sign-in-limits.ts';
import { renewSession } from './staff-sessions.ts';
import { verifyStaffPassword } from './verify-staff-password.ts';

const page = '/office/confirm-identity';

const input = z.object({
  password: z.string().default(''),
  code: z.string().default(''),
  passkey: passkeyResponse(),
});

/** Confirms the identity of the signed-in person and renews the session's token (office.md 2.6). */
export const confirmIdentity = defineCommand({
  hasSecretOutput: true,
  input,
  async prepare(deps, { password, passkey }, { actor, address, sessionId }) {
    const account = await getAccount(deps.pool, actor.id ?? 0);
    const attempt = passkey === undefined ? await countStepUp(deps, sessionId) : { id: null };
    const isRight =
      passkey !== undefined || (await verifyStaffPassword(deps, account, password, address));
    return { attempt, account, isRight };
  },
  async run(context, { code, passkey }, { attempt, account, isRight }) {
    const { client, sessionId, address } = context;
    const isPerson =
      passkey === undefined
        ? isRight && (await checkCode(context, account, code)) !== null
        : (await redeemPasskey(context.deps, client, `staff ${account.id}`, passkey)) ===
          account.id;
    if (!isPerson || sessionId === null) {
      throw new OfficeError(422, { message: staffTexts.wrongConfirmation });
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
  async afterProblem({ pool, env }, { passkey }, { actor, address, sessionId }, { status }) {
    if (status !== 422) return;
    const staff = await getAccount(pool, actor.id ?? 0);
    await recordFailedSignIn(pool, { staff, address }, { page });
    if (env.hasRateLimit && passkey === undefined) await lockIfDue(pool, staff.email, sessionId);
  },
});
