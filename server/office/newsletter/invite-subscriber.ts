import { z } from 'zod';
import { signUp } from '../../newsletter/sign-up.ts';
import { defineCommand } from '../command.ts';
import { choice, email } from '../fields.ts';
import { findPersonThing } from '../people/person-things.ts';

/** Sends a new address the mail in which it confirms the newsletter itself (double opt-in). */
export const inviteSubscriber = defineCommand({
  input: z.object({ email: email(), language: choice(['de', 'en']) }),
  async run({ deps, client }, input) {
    await signUp(client, input.email, input.language);
    const thing = await findPersonThing(client, deps.tokens, input.email);
    return { output: { email: input.email }, audit: { thing, after: { address: 'changed' } } };
  },
});
