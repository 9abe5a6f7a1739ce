// The messages of invalid fields, in both languages (product.md 5). Zod-free.
import type { Language } from './language.ts';

/** Texts by the key of the violated rule. The keys are the specification's where it names one. */
export const fieldMessages = {
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
  PASSWORD_COMMON: {
    de: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes',
    en: 'This password is too common. Please choose another one',
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
  EMAIL_TAKEN: {
    de: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse',
    en: 'a user with this email already signed up',
  },
  TOO_LONG: { de: 'Höchstens {max} Zeichen', en: 'At most {max} characters' },
  NOT_A_CHARACTER: {
    de: 'Der Text enthält ein Zeichen, das wir nicht speichern können',
    en: 'The text contains a character we cannot store',
  },
  INVALID: { de: 'Diese Angabe ist nicht gültig', en: 'This entry is not valid' },
  REQUIRED: { de: 'Diese Angabe fehlt', en: 'This entry is missing' },
  SESSION_ID_INVALID: { de: 'Diese Sitzung ist nicht gültig', en: 'This session is not valid' },
  SESSION_ID_DIFFERS: {
    de: 'Die Sitzung im Pfad und in der Anfrage sind verschieden',
    en: 'The session in the path differs from the one in the request',
  },
  IDEMPOTENCY_KEY_USED: {
    de: 'Dieser Schlüssel gehört zu einer anderen Anfrage',
    en: 'This key belongs to another request',
  },
  TICKET_UNKNOWN: { de: 'Diese Karte gibt es nicht', en: 'There is no such ticket' },
  NOT_ON_SALE: { de: 'Dieses Konzert wird nicht verkauft', en: 'This concert is not on sale' },
  QUANTITY_INVALID: { de: 'Diese Anzahl ist nicht möglich', en: 'This quantity is not possible' },
  CART_IS_EMPTY: { de: 'Ihr Warenkorb ist leer', en: 'Your cart is empty' },
  DELIVERY_METHOD_UNKNOWN: {
    de: 'Diese Versandart gibt es nicht',
    en: 'There is no such delivery method',
  },
  DELIVERY_NEEDS_EMAIL: {
    de: 'Für Onlinetickets brauchen wir Ihre E-Mail-Adresse',
    en: 'For online tickets we need your email address',
  },
  DELIVERY_ONLY_GERMANY: {
    de: 'Wir können nur innerhalb Deutschlands versenden',
    en: 'We can only ship within Germany',
  },
  POSTAL_ADDRESS_MISSING: {
    de: 'Für Post brauchen wir Ihre Anschrift',
    en: 'To send tickets by post, we need your postal address',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type FieldMessageKey = keyof typeof fieldMessages;

/** A violated rule: its key, with the limit that a text exceeds. */
export type FieldProblem = Exclude<FieldMessageKey, 'TOO_LONG'> | `TOO_LONG ${number}`;

/** The text of a violated rule. A browser's own limits are small: it does without `formatNumber`. */
export function fieldMessage(
  problem: FieldProblem,
  language: Language,
  formatLimit: (limit: number, language: Language) => string = String,
): string {
  const [key, max] = problem.split(' ') as [FieldMessageKey, string?];
  const text = fieldMessages[key][language];
  return max === undefined ? text : text.replace('{max}', formatLimit(Number(max), language));
}
