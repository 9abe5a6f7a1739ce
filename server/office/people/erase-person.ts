import { z } from 'zod';
import { toEmailKey } from '#contract/email-address.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { admin } from '#contract/office/staff.ts';
import { text } from '../../operations/entries.ts';
import { getEmail } from './get-email.ts';
import { getPersonThing } from './person-things.ts';
import { erasePersonalData, hasPersonalData } from './personal-data.ts';
import { defineChange } from '../../operations/define.ts';
import { Problem, invalidField } from '../../platform/problem.ts';

/**
 * Erases a person (Art. 17 GDPR), as `person erase` does, after the e-mail address was typed. 404 for an address that
 * nobody has: a mistyped one must not pass for an erased one.
 */
export const erasePerson = defineChange({
  may: admin,
  confirms: true,
  input: z.object({
    key: z.string().default(''),
    email: z.string().default(''),
    confirm: text(254),
  }),
  async run({ deps, client }, input) {
    const email = getEmail(deps, input);
    if (toEmailKey(input.confirm) !== toEmailKey(email))
      throw invalidField('confirm', peopleTexts.noMatch);
    if (!(await hasPersonalData(client, email))) {
      throw new Problem('not_found', { message: peopleTexts.nobody });
    }
    const thing = await getPersonThing(client, deps.tokens, email);
    const { done, isChanged } = await erasePersonalData(client, email);
    // somebody else may have erased the same person in the meantime
    return { output: { done }, audit: isChanged ? { thing } : [] };
  },
});
