import { GERMANY_ID } from '#contract/constants.ts';
import type { DetailsRules, DetailsValues } from '#contract/forms.ts';
import { readFields } from '../forms/read-fields.ts';
import type { OutputOf, User } from '../platform/visit.ts';

/** The page of the buyer's details (product.md 5). */
export const CHECKOUT_PATH = '/ticketshop/checkout';
/** The id of its section that follows saved details. */
export const DELIVERY_METHODS = 'delivery-methods';

export type DeliveryDetails = NonNullable<OutputOf<'checkout:details'>>;

/** How a signed-out visitor orders; `guest` is the guest flag of product.md 3. */
export type CheckoutMode = 'guest' | 'register' | 'login';

/** The parts of the signed-in customer that the page needs. */
export type CheckoutUser = Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>;

/** The initial details form; names are those of the wire. */
export const emptyValues: DetailsValues = {
  first_name: '',
  last_name: '',
  street: '',
  zip: '',
  city: '',
  /** Id of the country; '' while none is chosen. Most buyers live in Germany. */
  country_id: String(GERMANY_ID),
  email: '',
  password: '',
  password_confirmation: '',
};

const fields = Object.keys(emptyValues) as (keyof DetailsValues)[];

/** The form's entries, as the browser shows or sends them. */
export const readValues = (form: FormData): DetailsValues => readFields(form, fields);

/** Saved details as the form shows them. */
export function valuesOf(details: DeliveryDetails | null): DetailsValues {
  if (details === null) return emptyValues;
  const { firstName, lastName, street, zip, city, country, email } = details;
  return {
    ...emptyValues,
    first_name: firstName,
    last_name: lastName,
    email: email ?? '',
    street,
    zip,
    city,
    country_id: String(country.id),
  };
}

const required = ['first_name', 'last_name', 'street', 'zip', 'city', 'country_id'] as const;

/** Complete: name, street, zip, city and country are set (product.md 4). */
export const isComplete = (values: DetailsValues) =>
  required.every((field) => values[field].trim() !== '');

/** Whether something was changed; only then can it be saved (product.md 5). */
export function haveDetailsChanged(values: DetailsValues, saved: DeliveryDetails | null): boolean {
  const stored = valuesOf(saved);
  return fields.some((field) => values[field].trim() !== stored[field]);
}

/** The form's initial values: the saved ones, otherwise name and address of the account. */
export function startValues(
  saved: DeliveryDetails | null,
  user: CheckoutUser | null,
): DetailsValues {
  if (saved !== null || user === null) return valuesOf(saved);
  const { firstName, lastName, email } = user;
  return { ...emptyValues, first_name: firstName, last_name: lastName, email };
}

/** The entries of the step: trimmed, and a German zip without the spaces and dashes people write into it. */
export function toEntries(values: DetailsValues, rules: DetailsRules, sessionId: string) {
  const isInGermany = Number(values.country_id) === GERMANY_ID;
  const { first_name, last_name, street, zip, city, email } = values;
  return {
    first_name,
    last_name,
    street,
    city,
    email: email.trim(),
    zip: isInGermany ? zip.replace(/[\s-]/g, '') : zip.trim(),
    country_id: Number(values.country_id),
    sessionId,
    ...(rules.registers
      ? { password: values.password, password_confirmation: values.password_confirmation }
      : {}),
  };
}

/** The digits that a German zip lacks; 0 for a valid one, NaN for any other defect. */
export function missingZipDigits(values: DetailsValues): number {
  const zip = values.zip.replace(/[\s-]/g, '');
  if (Number(values.country_id) !== GERMANY_ID || zip === '') return 0;
  return /^\d{1,5}$/.test(zip) ? 5 - zip.length : NaN;
}
