import type { PublicUser } from '../platform/visit.ts';
import { readFields } from '../forms/read-fields.ts';
import { needsCurrentPassword, type ProfileValues } from '#contract/forms.ts';

const names = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'current_password',
  'language',
] as const;

/** The form as received; a missing field is ''. */
export const readProfile = (form: FormData): ProfileValues => readFields(form, names);

/** The form with what `valueOf` says of each field. */
export const mapProfile = (valueOf: (name: keyof ProfileValues) => string): ProfileValues =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as ProfileValues;

/** The form of the saved values: no passwords. */
export function profileOf({ firstName, lastName, email, language }: PublicUser): ProfileValues {
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  return { first_name: firstName, last_name: lastName, email, ...passwords, language };
}

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

/** The entries of the step: passwords only if they are to change. */
export function toUserEntries(values: ProfileValues, saved: ProfileValues) {
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
