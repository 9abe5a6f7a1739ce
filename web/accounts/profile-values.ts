import type { Sent } from '#contract/endpoints.ts';
import type { Language } from '#contract/language.ts';
import type { PublicUser } from '../platform/visit.ts';
import { readFields } from '../forms/read-fields.ts';
import {
  brokenEmail,
  brokenPassword,
  brokenRepetition,
  messagesOf,
  brokenName,
} from '#contract/forms.ts';

const names = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'current_password',
  'language',
] as const;

/** The profile form as typed; names are those of the wire. */
export type ProfileValues = Record<(typeof names)[number], string>;

/** The form as received; a missing field is ''. */
export const readProfile = (form: FormData): ProfileValues => readFields(form, names);

/** The form with what `valueOf` says of each field. */
export const mapProfile = (valueOf: (name: keyof ProfileValues) => string): ProfileValues =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as ProfileValues;

/** The form of the saved values: no passwords. */
export function profileOf({ user_data: data }: PublicUser): ProfileValues {
  const { first_name, last_name, email, language } = data;
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  return { first_name, last_name, email, ...passwords, language };
}

/** Whether the e-mail is another address, not the saved one in another case (api.md, Accounts). */
export const isNewEmail = (email: string, saved: ProfileValues): boolean =>
  email.trim().toLowerCase() !== saved.email.toLowerCase();

/** E-mail or password change: only with the current password (api.md, Accounts). */
export const needsCurrentPassword = (values: ProfileValues, saved: ProfileValues) =>
  isNewEmail(values.email, saved) || values.password !== '';

/** Whether something was changed; only then can it be saved (product.md 2). */
export function hasProfileChanged(values: ProfileValues, saved: ProfileValues): boolean {
  return (
    needsCurrentPassword(values, saved) ||
    values.password_confirmation !== '' ||
    values.email.trim() !== saved.email ||
    values.first_name.trim() !== saved.first_name ||
    values.last_name.trim() !== saved.last_name ||
    values.language !== saved.language
  );
}

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

/** The body of the request: passwords only if they are to change. */
export function toUserBody(
  values: ProfileValues,
  saved: ProfileValues,
): Sent<'updateUser'>['body'] {
  const { first_name, last_name, password, password_confirmation, current_password } = values;
  return {
    first_name,
    last_name,
    email: values.email.trim(),
    language: values.language === 'en' ? 'en' : 'de',
    ...(password === '' ? {} : { password, password_confirmation }),
    ...(needsCurrentPassword(values, saved) ? { current_password } : {}),
  };
}
