import { z } from 'zod';
import { languages } from '#contract/language.ts';
import { defineCommand } from '../command.ts';

/** Stores the language of the signed-in person; anything but a language means that of the browser. */
export const saveStaffSettings = defineCommand({
  input: z.object({ language: z.enum(languages).nullable().catch(null) }),
  async run({ client, actor }, { language }) {
    await client.query(`update staff set language = $2 where id = $1`, [actor.id, language]);
    return {
      output: {},
      audit: { thing: { kind: 'staff', id: actor.id ?? 0, name: actor.name }, after: { language } },
    };
  },
});
