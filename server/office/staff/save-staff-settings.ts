import { z } from 'zod';
import { languages } from '#contract/language.ts';
import { defineCommand } from '../command.ts';
import { text } from '../fields.ts';

const input = z.object({
  /** null: that of the browser. */
  language: z.enum(languages).nullable().catch(null).optional(),
  name: text(100).optional(),
  /** Of a checkbox whose form says `has_alarms`. */
  wants_alarms: z.string().optional(),
  has_alarms: z.string().optional(),
});

/** Stores name, language and alarm mails of the signed-in person, as far as they are given (office.md 2.9). */
export const saveStaffSettings = defineCommand({
  input,
  async run({ client, actor }, { language, name, wants_alarms: alarms, has_alarms: hasAlarms }) {
    const wantsAlarms = hasAlarms === undefined ? undefined : alarms !== undefined;
    const after = {
      ...(language === undefined ? {} : { language }),
      ...(name === undefined ? {} : { name }),
      ...(wantsAlarms === undefined ? {} : { wants_alarms: wantsAlarms }),
    };
    const { rows } = await client.query<Record<string, unknown>>(
      `select language, name, wants_alarms from staff where id = $1 for update`,
      [actor.id],
    );
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, rows[0]?.[key]]));
    if (Object.entries(after).every(([key, value]) => before[key] === value)) {
      return { output: {}, audit: [] };
    }
    await client.query(
      `update staff set language = case when $2 then $3 else language end, name = coalesce($4, name),
         wants_alarms = coalesce($5, wants_alarms) where id = $1`,
      [actor.id, language !== undefined, language, name, wantsAlarms],
    );
    return {
      output: {},
      audit: {
        thing: { kind: 'staff', id: actor.id ?? 0, name: name ?? actor.name },
        before,
        after,
      },
    };
  },
});
