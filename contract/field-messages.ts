// The messages of invalid fields, in both languages (product.md 5). Zod-free.
import { findMessage, formMessages, type FormProblem } from './form-messages.ts';
import type { Language } from './language.ts';

/** Texts by the key of the violated rule; browsers have those of forms only. */
export const fieldMessages = {
  ...formMessages,
  PASSWORD_COMMON: {
    de: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes',
    en: 'This password is too common. Please choose another one',
  },
  EMAIL_TAKEN: {
    de: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse',
    en: 'a user with this email already signed up',
  },
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
  POSTAL_ADDRESS_MISSING: {
    de: 'Für Post brauchen wir Ihre Anschrift',
    en: 'To send tickets by post, we need your postal address',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type FieldMessageKey = keyof typeof fieldMessages;

/** A violated rule: its key, with the limit that a text exceeds. */
export type FieldProblem = FormProblem | Exclude<FieldMessageKey, 'TOO_LONG'>;

/** The text of a violated rule. */
export const fieldMessage = (
  problem: FieldProblem,
  language: Language,
  formatLimit?: (limit: number, language: Language) => string,
): string => findMessage(fieldMessages, problem, language, formatLimit);
