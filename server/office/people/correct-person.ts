import { z } from 'zod';
import { peopleTexts } from '#messages/office/people.ts';
import { changeEmail } from '../../accounts/change-email.ts';
import { errorCode } from '../../platform/errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import { defineCommand } from '../command.ts';
import { choice, email, personName } from '../fields.ts';
import { unknownThing, wrongField } from '../office-problem.ts';
import { addressFields, correctSavedAddress, type NamedAccount } from './correct-saved-address.ts';
import { findEmail } from './find-email.ts';
import { toPersonKey } from './person-key.ts';
import { findPersonThing } from './person-things.ts';

const input = z.object({
  key: z.string().default(''),
  of: z.string().default(''),
  firstName: personName(),
  lastName: personName(),
  email: email(),
  language: choice(['de', 'en']),
  ...addressFields,
});

/**
 * Corrects a customer's account and its saved address, if it has one. A new e-mail address, other than in its case, is
 * unverified again, and a mail asks the customer to confirm it (api.md, Accounts). The command line names the person by
 * the present address, `of`.
 */
export const correctPerson = defineCommand({
  input,
  async run({ deps, client }, values) {
    const known = findEmail(deps, { key: values.key, email: values.of });
    const { rows } = await client.query<NamedAccount>(
      `select id, email, email_verified_at, language, first_name as "firstName", last_name as "lastName"
       from account where lower(email) = $1 for update`,
      [known],
    );
    const [account] = rows;
    if (account === undefined) throw unknownThing();
    const isNewEmail = values.email.toLowerCase() !== account.email.toLowerCase();
    await client
      .query(
        `update account set first_name = $2, last_name = $3, email = $4, language = $5,
           email_verified_at = case when $6 then null else email_verified_at end where id = $1`,
        [account.id, values.firstName, values.lastName, values.email, values.language, isNewEmail],
      )
      .catch((error: unknown) => {
        throw errorCode(error) === '23505' ? wrongField('email', peopleTexts.emailTaken) : error;
      });
    await client.query(
      `update newsletter_subscription set language = $2, email = $3 where account_id = $1`,
      [account.id, values.language, values.email],
    );
    await correctSavedAddress(client, account, values);
    if (isNewEmail) {
      await changeEmail(client, account, values.email).catch((error: unknown) => {
        throw error instanceof Problem ? wrongField('email', peopleTexts.emailTaken) : error;
      });
    }
    const thing = await findPersonThing(client, deps.tokens, values.email);
    return {
      output: { key: toPersonKey(deps.tokens, values.email) },
      audit: { thing, after: { details: 'changed' } },
    };
  },
});
