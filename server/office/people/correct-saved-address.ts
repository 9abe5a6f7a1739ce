import type { PoolClient } from 'pg';
import { peopleTexts } from '#messages/office/people.ts';
import type { AccountBefore } from '../../accounts/email-change.ts';
import { countryId, omittable, optionalEmail, personName, text } from '../fields.ts';
import { OfficeError } from '../office-problem.ts';

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

interface SavedAddress {
  addressFirstName: string;
  addressLastName: string;
  /** Null: tickets go to the address of the account. */
  addressEmail: string | null;
  street: string;
  zip: string;
  city: string;
  country: number;
}

type AddressValues = { [Name in keyof SavedAddress]?: SavedAddress[Name] | undefined };

/**
 * Corrects the given parts of an account's saved address. Its name and e-mail address, where they are not
 * corrected themselves, follow the account's if they were the same: orders take them from here. 422 without a saved
 * address.
 */
export async function correctSavedAddress(
  client: PoolClient,
  before: NamedAccount,
  values: AddressValues & { firstName: string; lastName: string; email: string },
): Promise<void> {
  const { rows } = await client.query<SavedAddress>(
    `select first_name as "addressFirstName", last_name as "addressLastName", email as "addressEmail",
       street, zip, city, country_id as country
     from delivery_details where account_id = $1 for update`,
    [before.id],
  );
  const [saved] = rows;
  if (saved === undefined) {
    refuseAddress(values);
    return;
  }
  const pick = <Name extends keyof SavedAddress>(name: Name, following = saved[name]) => {
    const given = values[name];
    // a form sends every part, also those that nobody has touched
    return given === undefined || given === saved[name] ? following : given;
  };
  const { addressFirstName, addressLastName, addressEmail } = saved;
  await client.query(
    `update delivery_details set first_name = $2, last_name = $3, email = $4, street = $5, zip = $6, city = $7,
       country_id = $8, updated_at = now()
     where account_id = $1 and (first_name, last_name, email, street, zip, city, country_id)
       is distinct from ($2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::integer)`,
    [
      before.id,
      pick('addressFirstName', follow(addressFirstName, before.firstName, values.firstName)),
      pick('addressLastName', follow(addressLastName, before.lastName, values.lastName)),
      pick(
        'addressEmail',
        addressEmail === null ? null : follow(addressEmail, before.email, values.email),
      ),
      pick('street'),
      pick('zip'),
      pick('city'),
      pick('country'),
    ],
  );
}

/** The corrected value of the account, if it was the stored one, apart from its case; otherwise the stored one. */
function follow(stored: string, before: string, after: string): string {
  const isSame = stored.toLowerCase() === before.toLowerCase();
  return isSame && before !== after ? after : stored;
}

function refuseAddress(values: AddressValues): void {
  const given = (Object.keys(addressFields) as (keyof SavedAddress)[]).filter(
    (name) => values[name] !== undefined,
  );
  if (given.length === 0) return;
  const errors = Object.fromEntries(given.map((name) => [name, peopleTexts.noAddress]));
  throw new OfficeError(422, { errors });
}
