import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findEmail } from './find-email.ts';
import { findPersonThing } from './person-things.ts';
import { exportPersonalData } from './personal-data.ts';

/** Exports all data of a person (Art. 15 GDPR), as `person export` does. */
export const exportPerson = defineCommand({
  // the data itself would be stored again
  hasSecretOutput: true,
  input: z.object({ key: z.string().default(''), email: z.string().default('') }),
  async run({ deps, client }, input) {
    const email = findEmail(deps, input);
    return {
      output: await exportPersonalData(deps.pool, email),
      audit: { thing: await findPersonThing(client, deps.tokens, email) },
    };
  },
});
