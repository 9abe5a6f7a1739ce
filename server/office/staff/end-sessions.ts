import { z } from 'zod';
import { roles } from '#contract/office/staff.ts';
import { endStaffSessions } from './staff-sessions.ts';
import { defineChange } from '../../operations/define.ts';
import { staffOf } from '../../operations/caller.ts';

/** Ends every session of the signed-in person, this one included (office.md 2.9). */
export const endSessions = defineChange({
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
