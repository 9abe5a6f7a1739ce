import { z } from 'zod';
import { defineCommand } from '../command.ts';

/** Ends the session of this browser. */
export const signOut = defineCommand({
  input: z.object({}),
  async run({ client, actor, sessionId }) {
    await client.query(`update staff_session set ended_at = now() where id = $1`, [sessionId]);
    return { output: {}, audit: { thing: { kind: 'staff', id: actor.id ?? 0, name: actor.name } } };
  },
});
