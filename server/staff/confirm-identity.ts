import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { roles } from '#contract/office/staff.ts';
import { maskNetwork, recordFailedSignIn } from '../audit/record-refused-access.ts';
import { getAccount } from './own-account.ts';
import { passkeyResponse, redeemPasskey } from './passkeys.ts';
import { checkCode, countAttempt } from './sign-in.ts';
import { queueLockedMail } from './staff-mails.ts';
import { renewSession } from './staff-sessions.ts';
import { verifyStaffPassword } from './staff-password.ts';
import { defineChange, SECRET_OUTPUT_SECONDS } from '../operations/define.ts';
import { countSuccess, findLock } from '../operations/limit.ts';
import { Problem } from '../platform/problem.ts';
import { staffOf } from '../operations/caller.ts';

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
