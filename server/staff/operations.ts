import { z } from 'zod';
import { roles, admin } from '#contract/office/staff.ts';
import { endStaffSession, endStaffSessions, hasDemoStaff } from './staff-sessions.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { staffOf, actorOf } from '../operations/caller.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { choice, rowId } from '../operations/entries.ts';
import {
  lockAccount,
  lockAdministrators,
  requireAdministrator,
  readOwnAccount,
} from './own-account.ts';
import { drawQrCode } from '../drawing/draw-qr-code.ts';
import { conflict } from '../platform/problem.ts';
import { findInvitation, invalidInvitation, inviteStaff } from './invitations.ts';
import { getStaff, listStaff, saveStaffDetails, saveStaffSettings } from './staff-members.ts';
import { findNewCodes, noteRecoveryCodes, createSetupKey, describeKey } from './one-time-codes.ts';
import { createPasskeyRequest, createPasskeySetup } from './passkeys.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeCredentials } from './change-credentials.ts';
import { confirmIdentity, signIn } from './sign-in.ts';

/** Ends the session of this browser. */
const signOut = defineChange({
  may: roles,
  input: z.object({}),
  async run({ client, caller }) {
    const { id, name, sessionId } = staffOf(caller);
    await endStaffSession(client, sessionId);
    return { output: {}, audit: { thing: { kind: 'staff', id, name } } };
  },
});

/** Ends every session of the signed-in person, this one included (office.md 2.9). */
const endSessions = defineChange({
  may: roles,
  confirms: true,
  input: z.object({}),
  async run({ client, caller }) {
    const { id, name } = staffOf(caller);
    const count = await endStaffSessions(client, id);
    return {
      output: { count },
      audit: {
        thing: { kind: 'staff', id, name },
        after: { sessions: count },
      },
    };
  },
});

/**
 * Gives a person another role and ends their sessions (office.md 2.10). 409 for one's own and the last administrator.
 */
const changeRole = defineChange({
  may: admin,
  confirms: true,
  input: z.object({ id: rowId(), role: choice(roles) }),
  async run({ client, caller, deps }, { id, role }) {
    const actor = actorOf(caller);
    await lockAdministrators(client);
    const { name, role: former, is_demo: isDemo } = await lockAccount(client, id);
    if (isDemo) throw conflict(staffTexts.isDemo);
    if (id === actor.id) throw conflict(staffTexts.ownRole);
    if (former === role) return { output: { id, name, role }, audit: [] };
    await client.query(`update staff set role = $2 where id = $1`, [id, role]);
    if (former === 'admin') await requireAdministrator(client, deps.env);
    await endStaffSessions(client, id);
    return {
      output: { id, name, role },
      audit: { thing: { kind: 'staff', id, name }, before: { role: former }, after: { role } },
    };
  },
});

/** Locks a person out and ends their sessions (office.md 2.10). 409 for the last administrator. */
const disableStaff = defineChange({
  may: admin,
  confirms: true,
  input: z.object({ id: rowId() }),
  async run({ client, deps }, { id }) {
    await lockAdministrators(client);
    const { name, email, role, is_disabled: isDisabled } = await lockAccount(client, id);
    await client.query(
      `update staff set disabled_at = coalesce(disabled_at, now()) where id = $1`,
      [id],
    );
    if (role === 'admin' && !isDisabled) await requireAdministrator(client, deps.env);
    const { rowCount: invitations } = await client.query(
      `delete from staff_invitation where email_key = email_key($1)`,
      [email],
    );
    await endStaffSessions(client, id);
    if (isDisabled && invitations === 0) {
      return { output: { id, name }, audit: [] };
    }
    return {
      output: { id, name },
      audit: {
        thing: { kind: 'staff', id, name },
        before: { state: isDisabled ? 'disabled' : 'active' },
        after: { state: 'disabled' },
      },
    };
  },
});

/** Enables a person again, with their previous credentials. */
const enableStaff = defineChange({
  may: admin,
  confirms: true,
  input: z.object({ id: rowId() }),
  async run({ client }, { id }) {
    const { name, is_disabled: isDisabled } = await lockAccount(client, id);
    if (!isDisabled) return { output: { id, name }, audit: [] };
    await client.query(`update staff set disabled_at = null where id = $1`, [id]);
    return {
      output: { id, name },
      audit: {
        thing: { kind: 'staff', id, name },
        before: { state: 'disabled' },
        after: { state: 'active' },
      },
    };
  },
});

/** The operations of staff and their own accounts (office.md 2). */
export const staffOperations = {
  'staff:invite': inviteStaff,
  'staff:accept': acceptInvitation,
  'staff:sign-in': signIn,
  'staff:step-up': confirmIdentity,
  'staff:sign-out': signOut,
  'staff:role': changeRole,
  'staff:disable': disableStaff,
  'staff:enable': enableStaff,
  'staff:credentials': changeCredentials,
  'staff:note-codes': noteRecoveryCodes,
  'staff:details': saveStaffDetails,
  'staff:settings': saveStaffSettings,
  'staff:end-sessions': endSessions,
  'staff:list': defineRead(admin, ({ deps }) => listStaff(deps)),
  'staff:one': defineRead(admin, ({ deps }, { key }: { key: string }) => getStaff(deps, key)),
  'staff:account': defineRead(roles, readOwnAccount),
  'staff:new-codes': defineRead(roles, ({ deps, caller }) =>
    findNewCodes(deps.pool, deps.tokens, staffOf(caller).sessionId),
  ),
  'staff:invitation': defineRead(
    'signed-out staff',
    async ({ deps }, { token }: { token: string }) => {
      const invitation = await findInvitation(deps.pool, token);
      if (invitation === null) throw invalidInvitation();
      const { email, name, language } = invitation;
      const festival = deps.festival.content().name;
      const setup = describeKey(createSetupKey(deps.tokens, token), email, festival);
      return {
        email,
        name,
        language,
        newKey: { ...setup, qr: drawQrCode(setup.uri) },
        passkeySetup: await createPasskeySetup(deps, `invitation ${token}`, { email, festival }),
      };
    },
  ),
  'staff:sign-in-page': defineRead('signed-out staff', async ({ deps }) => {
    const { rows } = await deps.pool.query<{ has_staff: boolean }>(
      `select exists (select from staff where not is_demo or $1) as has_staff`,
      [hasDemoStaff(deps.env)],
    );
    return {
      hasStaff: rows[0]?.has_staff ?? false,
      passkeyRequest: await createPasskeyRequest(deps, 'sign-in'),
    };
  }),
  'staff:confirm-page': defineRead(roles, async ({ deps, caller }) => {
    const { id: staffId } = staffOf(caller);
    const { rows } = await deps.pool.query<{ credential_id: string }>(
      `select credential_id from staff_passkey where staff_id = $1`,
      [staffId],
    );
    const ids = rows.map(({ credential_id: id }) => id);
    return { passkeyRequest: await createPasskeyRequest(deps, `staff ${staffId}`, ids) };
  }),
};
