import { z } from 'zod';
import { peopleTexts } from '#messages/office/people.ts';
import { changeEmail } from '../../accounts/change-email.ts';
import type { AccountBefore } from '../../accounts/email-change.ts';
import { defineCommand } from '../command.ts';
import { choice, email, optionalText, text } from '../fields.ts';
import { unknownThing, wrongField } from '../office-problem.ts';
import { findEmail, personThing } from './find-email.ts';
import { toPersonKey } from './person-key.ts';

const MAX_NAME_LENGTH = 100;

const input = z.object({
  key: z.string().default(''),
  firstName: text(MAX_NAME_LENGTH),
  lastName: text(MAX_NAME_LENGTH),
  email: email(),
  language: choice(['de', 'en']),
  street: optionalText(MAX_NAME_LENGTH),
  zip: optionalText(20),
  city: optionalText(MAX_NAME_LENGTH),
});

/**
 * Corrects a customer's account and its saved address. A new e-mail address is unverified again, and a mail asks the
 * customer to confirm it (api.md, Accounts).
 */
export const correctPerson = defineCommand({
  input,
  async run({ deps, client }, values) {
    const known = findEmail(deps, { key: values.key, email: '' });
    const { rows } = await client.query<AccountBefore>(
      `select id, email, email_verified_at, language from account where lower(email) = $1 for update`,
      [known],
    );
    const [account] = rows;
    if (account === undefined) throw unknownThing();
    const isNewEmail = values.email !== account.email;
    const { rowCount: taken } = await client.query(
      `select from account where lower(email) = lower($1) and id <> $2`,
      [values.email, account.id],
    );
    if (taken !== 0) throw wrongField('email', peopleTexts.emailTaken);
    await client.query(
      `update account set first_name = $2, last_name = $3, email = $4, language = $5,
         email_verified_at = case when $6 then null else email_verified_at end where id = $1`,
      [account.id, values.firstName, values.lastName, values.email, values.language, isNewEmail],
    );
    await client.query(`update newsletter_subscription set language = $2 where account_id = $1`, [
      account.id,
      values.language,
    ]);
    await client.query(
      `update delivery_details set street = coalesce($2, street), zip = coalesce($3, zip),
         city = coalesce($4, city), updated_at = now() where account_id = $1`,
      [account.id, values.street, values.zip, values.city],
    );
    if (isNewEmail) await changeEmail(client, account, values.email);
    return {
      output: { key: toPersonKey(deps.tokens, values.email) },
      audit: { thing: personThing(deps, known), after: { details: 'changed' } },
    };
  },
});
