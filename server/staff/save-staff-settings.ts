import { z } from 'zod';
import { languages } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { roles } from '#contract/office/staff.ts';
import { text } from '../operations/entries.ts';
import { type ChangeContext, type Done, type Output, defineChange } from '../operations/define.ts';
import { staffOf } from '../operations/caller.ts';

/** '' or null: that of the browser. */
const language = z
  .enum(['', ...languages])
  .nullish()
  .transform((value) => (value === '' ? null : value));

/** Stores name and language of the signed-in person (office.md 2.9). */
export const saveStaffDetails = defineChange({
  may: roles,
  confirms: true,
  input: z.object({ name: text(100, toName), language }),
  run: saveSettings,
});

/** Stores language or alarm mails of the signed-in person, as far as they are given (office.md 1 and 2.9). */
export const saveStaffSettings = defineChange({
  may: roles,
  input: z.object({
    language,
    /** Value of a checkbox whose form says `has_alarms`. */
    wants_alarms: z.string().optional(),
    has_alarms: z.string().optional(),
  }),
  async run(context, { language: chosen, wants_alarms: alarms, has_alarms: hasAlarms }) {
    const wantsAlarms = hasAlarms === undefined ? {} : { wants_alarms: alarms !== undefined };
    return await saveSettings(context, { language: chosen, ...wantsAlarms });
  },
});

interface StaffSettings {
  name?: string;
  language?: string | null | undefined;
  wants_alarms?: boolean;
}

/** Stores what is given and has changed. */
async function saveSettings(
  { client, caller }: ChangeContext,
  { name, language: chosen, wants_alarms: wantsAlarms }: StaffSettings,
): Promise<Done<Output>> {
  const actor = staffOf(caller);
  const after = {
    ...(chosen === undefined ? {} : { language: chosen }),
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
    [actor.id, chosen !== undefined, chosen, name, wantsAlarms],
  );
  return {
    output: {},
    audit: {
      thing: { kind: 'staff', id: actor.id, name: name ?? actor.name },
      before,
      after,
    },
  };
}
