import { z } from 'zod';
import { peopleTexts } from '#messages/office/people.ts';
import { defineCommand } from '../command.ts';
import { text } from '../fields.ts';
import { wrongField } from '../office-problem.ts';
import { findEmail } from './find-email.ts';
import { findPersonThing } from './person-things.ts';
import { erasePersonalData } from './personal-data.ts';

/** Erases a person (Art. 17 GDPR), as `person erase` does, after the e-mail address was typed. */
export const erasePerson = defineCommand({
  input: z.object({
    key: z.string().default(''),
    email: z.string().default(''),
    confirm: text(254),
  }),
  async run({ deps, client }, input) {
    const email = findEmail(deps, input);
    if (input.confirm.toLowerCase() !== email) throw wrongField('confirm', peopleTexts.noMatch);
    const thing = await findPersonThing(client, deps.tokens, email);
    const done = await erasePersonalData(client, email);
    return { output: { done }, audit: { thing } };
  },
});
