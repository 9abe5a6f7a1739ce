import { z } from 'zod';
import { roles } from '#contract/office/staff.ts';
import { endStaffSession } from './staff-sessions.ts';
import { defineChange } from '../../operations/define.ts';
import { staffOf } from '../../operations/caller.ts';

/** Ends the session of this browser. */
export const signOut = defineChange({
  may: roles,
  input: z.object({}),
  async run({ client, caller }) {
    const { id, name, sessionId } = staffOf(caller);
    await endStaffSession(client, sessionId);
    return { output: {}, audit: { thing: { kind: 'staff', id, name } } };
  },
});
