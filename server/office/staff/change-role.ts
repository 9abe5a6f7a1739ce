import { z } from 'zod';
import { roles, admin } from '#contract/office/staff.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { choice, rowId } from '../../operations/entries.ts';
import { lockAccount } from './find-account.ts';
import { lockAdministrators, requireAdministrator } from './require-administrator.ts';
import { endStaffSessions } from './staff-sessions.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';
import { actorOf } from '../../operations/caller.ts';

/**
 * Gives a person another role and ends their sessions (office.md 2.10). 409 for one's own and the last administrator.
 */
export const changeRole = defineChange({
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
