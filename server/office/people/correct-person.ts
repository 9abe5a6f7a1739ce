import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PoolClient } from 'pg';
import { toEmailKey } from '#contract/email-address.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { changeEmail } from '../../accounts/email-change.ts';
import { errorCode } from '../../platform/errors.ts';
import { Problem, invalidField } from '../../platform/problem.ts';
import { choice, email, personName, rowId } from '../../operations/entries.ts';
import { resolveChanges } from '../resolve-changes.ts';
import {
  addressFields,
  correctSavedAddress,
  lockSavedAddress,
  type NamedAccount,
  refuseAddress,
} from './correct-saved-address.ts';
import { getEmail } from './get-email.ts';
import { toPersonKey } from './person-key.ts';
import { getPersonThing } from './person-things.ts';
import { defineChange } from '../../operations/define.ts';

const input = z.object({
  key: z.string().default(''),
  of: z.string().default(''),
  firstName: personName(),
  lastName: personName(),
  email: email(),
  language: choice(['de', 'en']),
  ...addressFields,
  account: rowId(),
  shown: z.string().default(''),
});

/**
 * Corrects a customer's account and its saved address, if it has one. A new e-mail address, other than in its case, is
 * unverified again, and a mail asks the customer to confirm it (api.md, Accounts). The command line names the person by
 * the present address, `of`. A page also names the account, whose address may have changed since, and the values that
 * it showed: 409 when somebody else has changed the same field in the meantime.
 */
export const correctPerson = defineChange({
  may: adminAndOffice,
  confirms: true,
  input,
  async run({ deps, client }, values) {
    const known = getEmail(deps, { key: values.key, email: values.of });
    const account = await lockAccount(client, known, values.account);
    const saved = await lockSavedAddress(client, account.id);
    if (saved === null) refuseAddress(values);
    const { firstName, lastName, language } = account;
    const stored = { firstName, lastName, email: account.email, language, ...saved };
    const corrected = resolveChanges(stored, values, values.shown);
    if (isDeepStrictEqual(corrected, stored)) {
      const output = { key: toPersonKey(deps.tokens, account.email) };
      return { output, audit: [] };
    }
    const isNewEmail = toEmailKey(corrected.email) !== toEmailKey(account.email);
    await client
      .query(
        `update account set first_name = $2, last_name = $3, email = $4, language = $5,
           email_verified_at = case when $6 then null else email_verified_at end,
           pending_email = case when $6 then null else pending_email end where id = $1`,
        [
          account.id,
          corrected.firstName,
          corrected.lastName,
          corrected.email,
          corrected.language,
          isNewEmail,
        ],
      )
      .catch((error: unknown) => {
        throw errorCode(error) === '23505' ? invalidField('email', peopleTexts.emailTaken) : error;
      });
    await client.query(
      `update newsletter_subscription set language = $2, email = $3 where account_id = $1`,
      [account.id, corrected.language, corrected.email],
    );
    if (saved !== null) {
      await correctSavedAddress(client, { account, saved }, { ...saved, ...corrected });
    }
    if (isNewEmail) {
      await changeEmail(client, account, corrected.email).catch((error: unknown) => {
        throw error instanceof Problem ? invalidField('email', peopleTexts.emailTaken) : error;
      });
    }
    const thing = await getPersonThing(client, deps.tokens, corrected.email);
    return {
      output: { key: toPersonKey(deps.tokens, corrected.email) },
      audit: { thing, after: { details: 'changed' } },
    };
  },
});

/** Locks the account of the page, or else the one with this e-mail address; 404 without one. */
async function lockAccount(client: PoolClient, known: string, id: number): Promise<NamedAccount> {
  const { rows } = await client.query<NamedAccount>(
    `select id, email, email_verified_at, language, first_name as "firstName", last_name as "lastName"
     from account where ${id === 0 ? 'email_key = email_key($1)' : 'id = $1'} for update`,
    [id === 0 ? known : id],
  );
  const [account] = rows;
  if (account === undefined) throw new Problem('not_found');
  return account;
}
