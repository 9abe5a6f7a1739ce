import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { endStaffSessions } from './staff-sessions.ts';

/** Ends every session of the signed-in person, this one included (office.md 2.9). */
export const endSessions = defineCommand({
  input: z.object({}),
  async run({ client, actor }) {
    const count = await endStaffSessions(client, actor.id ?? 0);
    return {
      output: { count },
      audit: {
        thing: { kind: 'staff', id: actor.id ?? 0, name: actor.name },
        after: { sessions: count },
      },
    };
  },
});
