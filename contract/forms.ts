import { formMessage, type FormProblem } from '#contract/form-messages.ts';
import { MAX_NAME_LENGTH } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { isEmail, isPersonName, passwordProblem } from '#contract/rules.ts';
import { toLine, toName } from '#contract/typed-text.ts';

// The rules of product.md 5 that several forms share; null means valid.

const problemKeys = {
  short: 'PASSWORD_TOO_SHORT',
  long: 'PASSWORD_TOO_LONG',
  email: 'PASSWORD_IS_EMAIL',
} as const satisfies Record<string, FormProblem>;

type Messages<Name extends string> = Partial<Record<Name, string>>;

/** A message for every invalid field; null means valid. */
export function messagesOf<Name extends string>(
  broken: Record<Name, FormProblem | null>,
  language: Language,
): Messages<Name> {
  const entries = Object.entries<FormProblem | null>(broken).flatMap(([field, key]) =>
    key === null ? [] : [[field, formMessage(key, language)] as const],
  );
  return Object.fromEntries(entries) as Messages<Name>;
}

/** A required text: the problem `key` when it has nothing to see. */
export const missing = (value: string, key: FormProblem) => (toLine(value) === '' ? key : null);

/** A required first or last name. */
export function brokenName(value: string, required: FormProblem): FormProblem | null {
  const name = toName(value);
  if (name === '') return required;
  if (name.length > MAX_NAME_LENGTH) return `TOO_LONG ${MAX_NAME_LENGTH}`;
  return isPersonName(name) ? null : 'NAME_INVALID';
}

/** A required e-mail address. */
export function brokenEmail(value: string): FormProblem | null {
  const email = toLine(value);
  if (email === '') return 'EMAIL_REQUIRED';
  return isEmail(email) ? null : 'EMAIL_INVALID';
}

/** A required new password; only the server knows common ones. */
export function brokenPassword(password: string, email: string): FormProblem | null {
  if (password === '') return 'PASSWORD_REQUIRED';
  const problem = passwordProblem(password, email.trim());
  return problem === null ? null : problemKeys[problem];
}

/** The required repetition of a password. */
export const brokenRepetition = (
  password: string,
  repetition: string,
  key: FormProblem = 'PASSWORDS_MUST_MATCH',
) => (repetition !== '' && password === repetition ? null : key);

/** A message as typed; names are those of the wire. */
export type ContactMessage = Record<'email' | 'subject' | 'message', string>;

/** The rules of product.md 5, in the order of the fields. */
export const checkMessage = ({ email, subject, message }: ContactMessage, language: Language) =>
  messagesOf(
    {
      email: brokenEmail(email),
      subject: missing(subject, 'SUBJECT_REQUIRED'),
      message: missing(message, 'MESSAGE_REQUIRED'),
    },
    language,
  );

/** The fields of the login, as typed; names are those of the wire. */
export type Login = Record<'email_address' | 'password', string>;

/** Only the server knows whether they are right. */
export const checkLogin = ({ email_address, password }: Login, language: Language) =>
  messagesOf(
    {
      email_address: missing(email_address, 'LOGIN_EMAIL_IS_REQUIRED'),
      password: password === '' ? 'LOGIN_PASSWORD_IS_REQUIRED' : null,
    },
    language,
  );

/** The fields of the registration, as typed; names are those of the wire. */
export type Registration = Record<
  'first_name' | 'last_name' | 'email_address' | 'password' | 'password_confirmation',
  string
>;

/** Messages in the order of the fields. */
export function checkRegistration(values: Registration, language: Language) {
  const { first_name, last_name, email_address, password, password_confirmation } = values;
  return messagesOf(
    {
      first_name: brokenName(first_name, 'FIRST_NAME_REQUIRED'),
      last_name: brokenName(last_name, 'LAST_NAME_REQUIRED'),
      email_address: brokenEmail(email_address),
      password: brokenPassword(password, email_address),
      password_confirmation: brokenRepetition(password, password_confirmation),
    },
    language,
  );
}

/** The buyer's details, as typed; names are those of the wire. */
export type DetailsValues = Record<
  | 'first_name'
  | 'last_name'
  | 'street'
  | 'zip'
  | 'city'
  | 'country_id'
  | 'email'
  | 'password'
  | 'password_confirmation',
  string
>;

/** Fields that the form requires beyond name and address. */
export interface DetailsRules {
  /** Everybody but a guest who does not register (product.md 5). */
  emailRequired: boolean;
  registers: boolean;
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

/** The profile, as typed; names are those of the wire. */
export type ProfileValues = Record<
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'password'
  | 'password_confirmation'
  | 'current_password'
  | 'language',
  string
>;

/** Whether the e-mail is another address, not the saved one in another case (api.md, Accounts). */
export const isNewEmail = (email: string, saved: ProfileValues): boolean =>
  email.trim().toLowerCase() !== saved.email.toLowerCase();

/** E-mail or password change: only with the current password (api.md, Accounts). */
export const needsCurrentPassword = (values: ProfileValues, saved: ProfileValues) =>
  isNewEmail(values.email, saved) || values.password !== '';

/** Messages in the order of the fields. */
export function checkProfile(values: ProfileValues, saved: ProfileValues, language: Language) {
  const { password, password_confirmation: repetition } = values;
  const hasPassword = password !== '' || repetition !== '';
  const isProofMissing = needsCurrentPassword(values, saved) && values.current_password === '';
  return messagesOf(
    {
      first_name: brokenName(values.first_name, 'FIRST_NAME_REQUIRED'),
      last_name: brokenName(values.last_name, 'LAST_NAME_REQUIRED'),
      email: brokenEmail(values.email),
      password: hasPassword ? brokenPassword(password, values.email) : null,
      password_confirmation: hasPassword ? brokenRepetition(password, repetition) : null,
      current_password: isProofMissing ? 'CURRENT_PASSWORD_WRONG' : null,
    },
    language,
  );
}
