import { GERMANY_ID } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { toLine } from '#contract/typed-text.ts';
import { brokenEmail, brokenName, brokenPassword, messagesOf, missing } from '#contract/forms.ts';
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
export type CheckoutUser = Pick<User, 'id'> &
  Pick<User['user_data'], 'first_name' | 'last_name' | 'email'>;

/** The initial details form; names are those of the wire. */
export const emptyValues = {
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

/** The details form as typed. */
export type DetailsValues = typeof emptyValues;
export type DetailsField = keyof DetailsValues;

const fields = Object.keys(emptyValues) as DetailsField[];

/** Fields that the form requires beyond name and address. */
export interface DetailsRules {
  /** Everybody but a guest who does not register (product.md 5). */
  emailRequired: boolean;
  registers: boolean;
}

/** The form's entries, as the browser shows or sends them. */
export const readValues = (form: FormData): DetailsValues => readFields(form, fields);

/** Saved details as the form shows them. */
export function valuesOf(details: DeliveryDetails | null): DetailsValues {
  if (details === null) return emptyValues;
  const { street, zip, city, country } = details.address;
  return {
    ...emptyValues,
    first_name: details.first_name,
    last_name: details.last_name,
    email: details.email ?? '',
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
  const { first_name, last_name, email } = user;
  return { ...emptyValues, first_name, last_name, email };
}

/** The rules of product.md 5, in the order of the fields. */
export function checkDetails(values: DetailsValues, rules: DetailsRules, language: Language) {
  const { email, password, password_confirmation } = values;
  const { emailRequired, registers } = rules;
  const isRepeated = password === password_confirmation;
  return messagesOf(
    {
      first_name: brokenName(values.first_name, 'FIRST_NAME_REQUIRED'),
      last_name: brokenName(values.last_name, 'LAST_NAME_REQUIRED'),
      street: missing(values.street, 'STREET_REQUIRED'),
      zip: missing(values.zip, 'ZIP_REQUIRED'),
      city: missing(values.city, 'CITY_REQUIRED'),
      country_id: missing(values.country_id, 'DELIVERY_DETAILS_COUNTRY_NEEDS_TO_BE_SELECTED'),
      email: emailRequired || toLine(email) !== '' ? brokenEmail(email) : null,
      password: registers ? brokenPassword(password, email) : null,
      password_confirmation: registers && !isRepeated ? 'PASSWORDS_MUST_MATCH' : null,
    },
    language,
  );
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
