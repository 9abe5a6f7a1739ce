import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { signUp } from '../../newsletter/sign-up.ts';
import { choice, email } from '../../operations/entries.ts';
import { getPersonThing } from '../people/person-things.ts';
import { subscriptionStateSql } from './subscriber-sql.ts';
import { defineChange, type ChangeContext } from '../../operations/define.ts';

/** Sends a new address the mail in which it confirms the newsletter itself (double opt-in). */
export const inviteSubscriber = defineChange({
  may: adminAndOffice,
  input: z.object({ email: email(), language: choice(['de', 'en']) }),
  async run({ deps, client }, input) {
    const isConfirmed = await isSubscribed(client, input.email);
    await signUp(client, input.email, input.language);
    const thing = await getPersonThing(client, deps.tokens, input.email);
    return {
      output: { email: input.email, isConfirmed },
      audit: { thing, after: { address: 'changed' } },
    };
  },
});

/** Whether the address gets the newsletter already: its mail leads to the preferences, and confirms nothing. */
async function isSubscribed(client: ChangeContext['client'], address: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from newsletter_subscription n
     where n.email_key = email_key($1) and ${subscriptionStateSql} = 'confirmed'`,
    [address],
  );
  return rowCount !== 0;
}
