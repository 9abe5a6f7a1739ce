import type { PoolClient } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import { peopleTexts } from '#messages/office/people.ts';
import {
  countryId,
  omittable,
  optionalEmail,
  personName,
  text,
  choice,
  email,
  rowId,
  resolveChanges,
} from '../operations/entries.ts';
import { invalidFields, Problem, invalidField } from '../platform/problem.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { changeEmail, type AccountBefore } from './email-change.ts';
import { errorCode } from '../platform/errors.ts';
import { getEmail } from './find-people.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';
import { getPersonThing } from '../audit/list-audit-events.ts';
import { defineChange } from '../operations/define.ts';

const MAX_STREET_LENGTH = 200;
const MAX_ZIP_LENGTH = 20;
const MAX_CITY_LENGTH = 100;

/** The fields of a saved address; without one, as on the command line, its part stays as it is. */
const addressFields = {
  addressFirstName: omittable(personName()),
  addressLastName: omittable(personName()),
  addressEmail: omittable(optionalEmail()),
  street: omittable(text(MAX_STREET_LENGTH)),
  zip: omittable(text(MAX_ZIP_LENGTH)),
  city: omittable(text(MAX_CITY_LENGTH)),
  country: omittable(countryId()),
};

/** An account as it was before the correction. */
export type NamedAccount = AccountBefore & { firstName: string; lastName: string };

/** A saved address with the names of the form's fields. */
export interface SavedAddress {
  addressFirstName: string;
  addressLastName: string;
  /** Null: tickets go to the address of the account. */
  addressEmail: string | null;
  street: string;
  zip: string;
  city: string;
  country: number;
}

/** Locks the saved address of an account; null without one. */
async function lockSavedAddress(
  client: PoolClient,
  accountId: number,
): Promise<SavedAddress | null> {
  const { rows } = await client.query<SavedAddress>(
    `select first_name as "addressFirstName", last_name as "addressLastName", email as "addressEmail",
       street, zip, city, country_id as country
     from delivery_details where account_id = $1 for update`,
    [accountId],
  );
  return rows[0] ?? null;
}

/**
 * Corrects an account's saved address. Its name and e-mail address, where they are not corrected themselves, follow the
 * account's if they were the same: orders take them from here.
 */
async function correctSavedAddress(
  client: PoolClient,
  { account, saved }: { account: NamedAccount; saved: SavedAddress },
  corrected: SavedAddress & { firstName: string; lastName: string; email: string },
): Promise<void> {
  const choose = (
    own: 'addressFirstName' | 'addressLastName' | 'addressEmail',
    name: 'firstName' | 'lastName' | 'email',
  ) =>
    corrected[own] === saved[own] &&
    isSame(saved[own], account[name]) &&
    account[name] !== corrected[name]
      ? corrected[name]
      : corrected[own];
  await client.query(
    `update delivery_details set first_name = $2, last_name = $3, email = $4, street = $5, zip = $6, city = $7,
       country_id = $8, updated_at = now()
     where account_id = $1 and (first_name, last_name, email, street, zip, city, country_id)
       is distinct from ($2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::integer)`,
    [
      account.id,
      choose('addressFirstName', 'firstName'),
      choose('addressLastName', 'lastName'),
      choose('addressEmail', 'email'),
      corrected.street,
      corrected.zip,
      corrected.city,
      corrected.country,
    ],
  );
}

const isSame = (a: string | null, b: string): boolean =>
  a !== null && toEmailKey(a) === toEmailKey(b);

/** Throws a 422 for each given part, when the account has no saved address. */
function refuseAddress(values: Partial<Record<keyof SavedAddress, unknown>>): void {
  const given = (Object.keys(addressFields) as (keyof SavedAddress)[]).filter(
    (name) => values[name] !== undefined,
  );
  if (given.length === 0) return;
  const errors = Object.fromEntries(given.map((name) => [name, peopleTexts.noAddress]));
  throw invalidFields(errors);
}

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
