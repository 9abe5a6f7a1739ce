import { z } from 'zod';
import { signUp } from '../../newsletter/sign-up.ts';
import { defineCommand } from '../command.ts';
import { choice, email } from '../fields.ts';

/** Sends a new address the mail in which it confirms the newsletter itself (double opt-in). */
export const inviteSubscriber = defineCommand({
  input: z.object({ email: email(), language: choice(['de', 'en']) }),
  async run({ client }, input) {
    await signUp(client, input.email, input.language);
    return {
      output: { email: input.email },
      audit: {
        thing: { kind: 'subscriber', id: '', name: 'newsletter' },
        after: { address: 'changed' },
      },
    };
  },
});
