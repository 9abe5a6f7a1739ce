import { z } from 'zod';
import type { PoolClient } from 'pg';
import { formTexts } from '#messages/office/forms.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { changeEmail } from '../../accounts/change-email.ts';
import type { AccountBefore } from '../../accounts/email-change.ts';
import { errorCode } from '../../platform/errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import { defineCommand } from '../command.ts';
import { choice, email, optionalText, personName } from '../fields.ts';
import { OfficeError, type Text, unknownThing, wrongField } from '../office-problem.ts';
import { findEmail } from './find-email.ts';
import { toPersonKey } from './person-key.ts';
import { findPersonThing } from './person-things.ts';

const MAX_STREET_LENGTH = 200;
const MAX_CITY_LENGTH = 100;

/** A part of the address; undefined, as on the command line, leaves the address as it is. */
const addressPart = (max: number) => z.union([z.undefined(), optionalText(max)]);

const input = z.object({
  key: z.string().default(''),
  of: z.string().default(''),
  firstName: personName(),
  lastName: personName(),
  email: email(),
  language: choice(['de', 'en']),
  street: addressPart(MAX_STREET_LENGTH),
  zip: addressPart(20),
  city: addressPart(MAX_CITY_LENGTH),
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
    const { rows } = await client.query<AccountBefore>(
      `select id, email, email_verified_at, language from account where lower(email) = $1 for update`,
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
    await correctAddress(client, account.id, values);
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

/** Changes the parts of the saved address. 422 for an empty part, and without a saved address. */
async function correctAddress(
  client: PoolClient,
  accountId: number,
  { street, zip, city }: Pick<z.output<typeof input>, 'street' | 'zip' | 'city'>,
): Promise<void> {
  const given = Object.entries({ street, zip, city }).filter(([, part]) => part !== undefined);
  if (given.length === 0) return;
  const { rowCount } = await client.query(
    `update delivery_details set street = coalesce($2, street), zip = coalesce($3, zip),
       city = coalesce($4, city), updated_at = now() where account_id = $1`,
    [accountId, street, zip, city],
  );
  const refused = given.filter(([, part]) => (part === null) === (rowCount === 1));
  const problem: Text = rowCount === 1 ? formTexts.missing : peopleTexts.noAddress;
  const errors = Object.fromEntries(refused.map(([name]) => [name, problem]));
  if (refused.length > 0) throw new OfficeError(422, { errors });
}
