import type { Language } from '#contract/language.ts';
import {
  brokenEmail,
  brokenName,
  brokenPassword,
  brokenRepetition,
  messagesOf,
} from '#contract/forms.ts';

/** The fields of the registration, as typed. */
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
