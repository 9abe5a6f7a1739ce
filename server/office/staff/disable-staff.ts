import { z } from 'zod';
import { admin } from '#contract/office/staff.ts';
import { rowId } from '../../operations/entries.ts';
import { lockAccount } from './find-account.ts';
import { lockAdministrators, requireAdministrator } from './require-administrator.ts';
import { endStaffSessions } from './staff-sessions.ts';
import { defineChange } from '../../operations/define.ts';

/** Locks a person out and ends their sessions (office.md 2.10). 409 for the last administrator. */
export const disableStaff = defineChange({
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
export const enableStaff = defineChange({
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
