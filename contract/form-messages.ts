// The messages of invalid fields that browsers find by themselves, in both languages (product.md 5). Zod-free.
import type { Language } from './language.ts';

/** Texts by the key of the violated rule. The keys are the specification's where it names one. */
export const formMessages = {
  LOGIN_EMAIL_IS_REQUIRED: {
    de: 'Bitte geben Sie Ihre E-Mail-Adresse an',
    en: 'Email is required',
  },
  LOGIN_PASSWORD_IS_REQUIRED: { de: 'Bitte geben Sie Ihr Passwort an', en: 'Password is required' },
  EMAIL_REQUIRED: { de: 'Wir brauchen Ihre E-Mail-Adresse', en: 'we need your email address' },
  EMAIL_INVALID: {
    de: 'Diese E-Mail-Adresse ist nicht gültig',
    en: 'this email address is not valid',
  },
  SUBJECT_REQUIRED: { de: 'Bitte geben Sie einen Betreff an', en: 'Please enter a subject' },
  MESSAGE_REQUIRED: { de: 'Bitte schreiben Sie eine Nachricht', en: 'Please write a message' },
  FIRST_NAME_REQUIRED: {
    de: 'Bitte geben Sie Ihren Vornamen an',
    en: 'Please enter your first name',
  },
  LAST_NAME_REQUIRED: {
    de: 'Bitte geben Sie Ihren Nachnamen an',
    en: 'Please enter your last name',
  },
  NAME_INVALID: {
    de: 'Bitte nur den Namen, ohne Internetadresse, @ und unsichtbare Zeichen',
    en: 'Please enter the name only, without a web address, @ or invisible characters',
  },
  STREET_REQUIRED: {
    de: 'Bitte geben Sie Straße und Hausnummer an',
    en: 'Please enter street and house number',
  },
  ZIP_REQUIRED: { de: 'Bitte geben Sie die Postleitzahl an', en: 'Please enter the postcode' },
  CITY_REQUIRED: { de: 'Bitte geben Sie den Ort an', en: 'Please enter the town or city' },
  DELIVERY_DETAILS_COUNTRY_NEEDS_TO_BE_SELECTED: {
    de: 'Bitte wählen Sie ein Land',
    en: 'Country needs to be selected',
  },
  PASSWORD_REQUIRED: {
    de: 'Bitte wählen Sie ein sicheres Passwort',
    en: 'please type in a secure password',
  },
  PASSWORD_TOO_SHORT: {
    de: 'Das Passwort braucht mindestens 10 Zeichen',
    en: 'The password needs at least 10 characters',
  },
  PASSWORD_TOO_LONG: {
    de: 'Das Passwort darf höchstens 128 Zeichen haben',
    en: 'The password can have at most 128 characters',
  },
  PASSWORD_IS_EMAIL: {
    de: 'Das Passwort darf nicht Ihre E-Mail-Adresse sein',
    en: 'The password must not be your email address',
  },
  PASSWORDS_MUST_MATCH: { de: 'Die Passwörter müssen übereinstimmen', en: 'Passwords must match' },
  RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH: {
    de: 'Die Passwörter müssen übereinstimmen.',
    en: 'Passwords must match.',
  },
  CURRENT_PASSWORD_WRONG: {
    de: 'Bitte geben Sie Ihr bisheriges Passwort an',
    en: 'Please enter your current password',
  },
  TOO_LONG: { de: 'Höchstens {max} Zeichen', en: 'At most {max} characters' },
  DELIVERY_ONLY_GERMANY: {
    de: 'Wir können nur innerhalb Deutschlands versenden',
    en: 'We can only ship within Germany',
  },
} as const satisfies Record<string, Record<Language, string>>;

type Violated<Key extends string> = Exclude<Key, 'TOO_LONG'> | `TOO_LONG ${number}`;

/** A violated rule: its key, with the limit that a text exceeds. */
export type FormProblem = Violated<keyof typeof formMessages>;

/** The text of a violated rule. A browser's own limits are small: it does without `formatNumber`. */
export const formMessage = (problem: FormProblem, language: Language): string =>
  findMessage(formMessages, problem, language);

/** The text of a violated rule in this table. */
export function findMessage<Key extends string>(
  messages: Record<Key, Record<Language, string>>,
  problem: Violated<Key>,
  language: Language,
  formatLimit: (limit: number, language: Language) => string = String,
): string {
  const [key, max] = problem.split(' ') as [Key, string?];
  const text = messages[key][language];
  return max === undefined ? text : text.replace('{max}', formatLimit(Number(max), language));
}
