import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { getEmail } from './get-email.ts';
import { getPersonThing } from './person-things.ts';
import { exportPersonalData } from './personal-data.ts';
import { defineChange, SECRET_OUTPUT_SECONDS } from '../../operations/define.ts';

/** Exports all data of a person (Art. 15 GDPR), as `person export` does. */
export const exportPerson = defineChange({
  may: adminAndOffice,
  confirms: true,
  // the data itself would be stored again
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input: z.object({ key: z.string().default(''), email: z.string().default('') }),
  async run({ deps, client }, input) {
    const email = getEmail(deps, input);
    return {
      output: await exportPersonalData(deps.pool, email),
      audit: { thing: await getPersonThing(client, deps.tokens, email) },
    };
  },
});
