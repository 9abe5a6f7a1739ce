import { z } from 'zod';
import type { FieldMessageKey } from './field-messages.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './constants.ts';
import { isEmail, isPersonName, passwordProblem } from './rules.ts';
import { toLine, toName, toText } from './typed-text.ts';
import { domainToASCII, domainToUnicode } from 'node:url';

// Fields of request bodies. A form sends text, JSON may send numbers: both are accepted.
// A message is a key of field-messages.ts; the server translates it.

const key = (k: FieldMessageKey): FieldMessageKey => k;

/** PostgreSQL cannot store U+0000 in text: such input is an invalid field, not a 500. */
const storable = (value: string): boolean => !value.includes('\u0000');

/** The pattern of a filled text for JSON Schema: at least one visible character, and no U+0000. */
const FILLED =
  '^[^\\u0000]*(?!\\p{Default_Ignorable_Code_Point}|\\u2800)[\\p{L}\\p{N}\\p{P}\\p{S}][^\\u0000]*$';

/** Replaces line breaks and other control characters, which a line cannot contain, by spaces. */
const inOneLine = (value: string): string => value.replaceAll(/\s*\p{Cc}\s*/gu, ' ');

const filledText = (required: FieldMessageKey, max: number, normalize: (typed: string) => string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : key('INVALID')) })
    .overwrite(normalize)
    .min(1, required)
    .max(max, key('TOO_LONG'))
    .refine(storable, key('NOT_A_CHARACTER'));

/** A text that must not be empty, in the form that `normalize` gives it. */
export const requiredText = (required: FieldMessageKey, max: number, normalize = toText) =>
  filledText(required, max, normalize).meta({ pattern: FILLED });

/** A text of one line that must not be empty, e.g. a name or a street. */
export const requiredLine = (required: FieldMessageKey, max: number) =>
  filledText(required, max, toLine).overwrite(inOneLine).meta({ pattern: FILLED });

/** The rules of `toName` and `isPersonName` for JSON Schema, and no U+0000. */
const PERSON_NAME_PATTERN =
  '^(?!.*(?:://|[wW]{3}\\.))(?=.*(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{N}])[^\\u0000-\\u001f\\u007f-\\u009f@\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]+$';

/** The first or last name of a person, which mails show; pasted line breaks become spaces. */
export const personName = (required: FieldMessageKey) =>
  filledText(required, MAX_NAME_LENGTH, toName)
    .overwrite((value) => value.replaceAll(/\s*[\t\r\n]\s*/g, ' '))
    .refine((v) => v === '' || !storable(v) || isPersonName(v), key('NAME_INVALID'))
    .meta({ pattern: PERSON_NAME_PATTERN });

const EMAIL_META = { examples: ['clara.wieck@example.org'], description: 'an e-mail address' };

/** A required email address (product.md 5). */
export const requiredEmail = (required: FieldMessageKey = 'EMAIL_REQUIRED') =>
  requiredText(required, 254, toEmail)
    .refine((v) => v === '' || isEmail(v), key('EMAIL_INVALID'))
    .meta(EMAIL_META);

/** Any text in the form of an e-mail address, by which an account is found; may be empty. */
export const typedEmail = () =>
  z
    .string({ error: key('INVALID') })
    .overwrite(toEmail)
    .max(254, key('TOO_LONG'))
    .refine(storable, key('NOT_A_CHARACTER'));

/** An optional email address; missing or empty reads as null. */
export const optionalEmail = () =>
  typedEmail()
    .refine((v) => v === '' || isEmail(v), key('EMAIL_INVALID'))
    .meta(EMAIL_META)
    .transform((v) => (v === '' ? null : v))
    .nullish()
    .transform((v) => v ?? null);

/** An optional text; missing or null reads as undefined. */
export const omittable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);

/** A password as typed: not trimmed, any characters, because only its hash is stored. */
export const passwordText = (required: FieldMessageKey = 'PASSWORD_REQUIRED') =>
  z.string({ error: required }).min(1, required).max(1000, key('PASSWORD_TOO_LONG'));

/** A new password. Only the server checks the list of common ones (api.md, Accounts). */
export const newPassword = () =>
  passwordText()
    .check(({ value, issues }) => {
      const problem = value === '' ? null : passwordProblem(value, '');
      if (problem === null) return;
      const message = key(problem === 'short' ? 'PASSWORD_TOO_SHORT' : 'PASSWORD_TOO_LONG');
      issues.push({ code: 'custom', input: value, message, continue: true });
    })
    .meta({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });

/**
 * For `refine`: `password_confirmation` equals `password`. Runs even if other fields are invalid, so that all
 * messages are reported at once; a missing field has a message of its own.
 */
export const passwordsMatch = (message: FieldMessageKey) => {
  const isSame = (body: Passwords): boolean =>
    (body.password ?? '') === (body.password_confirmation ?? '');
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  return [isSame, { path: ['password_confirmation'], error: message, when }] as [
    typeof isSame,
    { path: string[]; error: string; when: typeof when },
  ];
};

interface Passwords {
  password?: string | undefined;
  password_confirmation?: string | undefined;
}

/** A pattern for the digits of numbers in these bounds, except those with as many digits as `max`. */
function digitsBetween(min: number, max: number): string {
  const positive = `[1-9]\\d{0,${String(max).length - 2}}`;
  return min > 0 ? `^${positive}$` : `^(0|${positive})$`;
}

/** A whole number, from JSON or from a form's digits, within PostgreSQL's integer. */
export const wholeNumber = (
  min: number,
  max = 2_147_483_647,
  message: FieldMessageKey = 'INVALID',
) =>
  z
    .union(
      [
        z.int(message).min(min, message).max(max, message),
        z
          .string(message)
          .regex(/^-?\d{1,15}$/, message)
          .meta({ pattern: digitsBetween(min, max) }),
      ],
      message,
    )
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

/** An id: a positive integer. */
export const entityId = (message: FieldMessageKey = 'INVALID') =>
  wholeNumber(1, 2_147_483_647, message);

/** The cart session's id: a UUID that the client creates (api.md, Conventions). */
export const sessionId = () =>
  z
    .string({ error: key('SESSION_ID_INVALID') })
    .regex(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
      key('SESSION_ID_INVALID'),
    )
    .meta({ examples: ['2f1c9a4e-8f7b-4f0d-9a53-0d6f1b8c7e21'] })
    .transform((v) => v.toLowerCase());

/** A switch: JSON boolean, or a form's "true", "1", "on" and their opposites. */
export const switchValue = () =>
  z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', 'off']), z.literal([0, 1])], {
      error: key('INVALID'),
    })
    .transform((v) => v === true || v === 'true' || v === '1' || v === 'on' || v === 1);

/** "Items as JSON": a JSON string in a form, or a plain array in a JSON body (api.md, Conventions). */
export const jsonList = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(
    parseJson,
    z
      .array(item, { error: key('INVALID') })
      .min(1, key('REQUIRED'))
      .max(max, key('INVALID')),
  );

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** An amount of EUR on the wire: a number with at most two decimals. */
export const euro = () => z.number().meta({ description: 'EUR, at most two decimals' });

/** Cents as an amount on the wire; people read those of `formatMoney`. */
export const toEuro = (cents: number): number => cents / 100;

/** A moment on the wire: ISO 8601 with the offset of Europe/Berlin. */
export const dateTime = () => z.string().meta({ format: 'date-time' });

/** A calendar day, YYYY-MM-DD. */
export const date = () => z.string().meta({ format: 'date' });

// The one form of an e-mail address (decision 17). Only the server imports this file.

/** Nothing longer is converted: the time grows with the square of the length. */
const MAX_TYPED_LENGTH = 1000;

/** Node reads these as the end of a domain or as escapes of it. */
const ENDS_DOMAIN = /[/?#\\%:]/;

/**
 * An e-mail address as it is stored and shown: without invisible characters, composed, the domain in lower case and
 * Unicode, however it was typed. Other than ASCII is in lower case before the @, too: of nothing else have PostgreSQL
 * and JavaScript the same idea. Of a domain that cannot exist, only the @ remains, which `isEmail` refuses.
 */
export function toEmail(typed: string): string {
  const text = typed.normalize('NFC').trim();
  const at = text.lastIndexOf('@');
  if (at === -1 || text.length > MAX_TYPED_LENGTH) return withoutFormat(text);
  const name = withoutFormat(text.slice(0, at));
  const isAscii = !/[^ -~]/.test(name);
  return `${isAscii ? name : name.toLowerCase().normalize('NFC')}@${toDomain(text.slice(at + 1))}`;
}

/** The key of an address in the form of `toEmail`: what `email_key` of the database makes of it. */
export const toStoredEmailKey = (email: string): string =>
  email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The key by which e-mail addresses are compared and counted, however they were typed. */
export const toEmailKey = (typed: string): string => toStoredEmailKey(toEmail(typed));

const withoutFormat = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').trim();

/** Some domains need the joiners (\u200C, \u200D) where they are; anywhere else they are pasted by mistake. */
function toDomain(typed: string): string {
  if (ENDS_DOMAIN.test(typed)) return '';
  return domainToUnicode(
    domainToASCII(typed.replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '').trim()) ||
      domainToASCII(withoutFormat(typed)),
  );
}
