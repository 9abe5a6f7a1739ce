import type { PoolClient } from 'pg';
import { toEmailKey } from '#contract/email-address.ts';
import { peopleTexts } from '#messages/office/people.ts';
import type { AccountBefore } from '../../accounts/email-change.ts';
import { countryId, omittable, optionalEmail, personName, text } from '../../operations/entries.ts';
import { invalidFields } from '../../platform/problem.ts';

const MAX_STREET_LENGTH = 200;
const MAX_ZIP_LENGTH = 20;
const MAX_CITY_LENGTH = 100;

/** The fields of a saved address; without one, as on the command line, its part stays as it is. */
export const addressFields = {
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
export async function lockSavedAddress(
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
export async function correctSavedAddress(
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
export function refuseAddress(values: Partial<Record<keyof SavedAddress, unknown>>): void {
  const given = (Object.keys(addressFields) as (keyof SavedAddress)[]).filter(
    (name) => values[name] !== undefined,
  );
  if (given.length === 0) return;
  const errors = Object.fromEntries(given.map((name) => [name, peopleTexts.noAddress]));
  throw invalidFields(errors);
}
