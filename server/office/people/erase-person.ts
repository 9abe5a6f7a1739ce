import { z } from 'zod';
import { toEmailKey } from '#contract/email-address.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { defineCommand } from '../command.ts';
import { text } from '../fields.ts';
import { OfficeError, wrongField } from '../office-problem.ts';
import { getEmail } from './get-email.ts';
import { getPersonThing } from './person-things.ts';
import { erasePersonalData, hasPersonalData } from './personal-data.ts';

/**
 * Erases a person (Art. 17 GDPR), as `person erase` does, after the e-mail address was typed. 404 for an address that
 * nobody has: a mistyped one must not pass for an erased one.
 */
export const erasePerson = defineCommand({
  input: z.object({
    key: z.string().default(''),
    email: z.string().default(''),
    confirm: text(254),
  }),
  async run({ deps, client }, input) {
    const email = getEmail(deps, input);
    if (toEmailKey(input.confirm) !== toEmailKey(email))
      throw wrongField('confirm', peopleTexts.noMatch);
    if (!(await hasPersonalData(client, email))) {
      throw new OfficeError(404, { message: peopleTexts.nobody });
    }
    const thing = await getPersonThing(client, deps.tokens, email);
    const { done, isChanged } = await erasePersonalData(client, email);
    // somebody else may have erased the same person in the meantime
    return { output: { done }, audit: isChanged ? { thing } : [] };
  },
});
