import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { endStaffSession } from './staff-sessions.ts';

/** Ends the session of this browser. */
export const signOut = defineCommand({
  input: z.object({}),
  async run({ client, actor, sessionId }) {
    await endStaffSession(client, sessionId);
    return { output: {}, audit: { thing: { kind: 'staff', id: actor.id ?? 0, name: actor.name } } };
  },
});
