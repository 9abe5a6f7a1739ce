import { z } from 'zod';
import { MAX_NAME_LENGTH } from '#contract/constants.ts';
import { findCountry, findCountryId } from '#contract/countries.ts';
import { fieldMessages } from '#contract/field-messages.ts';
import { readRowId, readShownValues } from '#contract/office/forms.ts';
import { toEmail } from '#contract/fields.ts';
import { isEmail, isPersonName } from '#contract/rules.ts';
import { toLine, toName } from '#contract/typed-text.ts';
import { inBoth } from '#messages/define-texts.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { formTexts } from '#messages/office/forms.ts';
import type { LocalizedText } from '#contract/language.ts';
import { invalidFields, conflict, type FieldTexts } from '../platform/problem.ts';
import type { Change, Context, Entries, Output } from './define.ts';

/** A text that PostgreSQL can store: without NUL, and without lone surrogates, which are not characters. */
const cleanText = (value: string): string => value.toWellFormed().replaceAll('\0', '');

/** Cleans every text of entries, also within lists and objects. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (typeof value !== 'object' || value === null || value instanceof File) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanText(name), cleanTexts(each)]),
  );
}

/** The words of a search, up to 200 characters; whole e-mail addresses in the form in which they are stored. */
export const cleanSearch = (q: string): string =>
  cleanText(q)
    .slice(0, 200)
    .trim()
    .replaceAll(/\S+@\S+/g, (word) => (isEmail(toEmail(word)) ? toEmail(word) : word));

/** Parses the entries of a form, or the arguments of the command line. Throws 422 with a text for each field. */
export async function parseEntries<E extends z.ZodType, O extends Output>(
  operation: Change<E, O>,
  given: Entries,
  context: Context,
): Promise<z.output<E>> {
  const entries = cleanTexts(given) as Entries;
  const parsed = operation.input.safeParse(entries);
  const texts = {
    ...(parsed.success ? {} : toFieldTexts(parsed.error)),
    ...(await operation.findErrors?.(context, entries)),
  };
  if (!parsed.success || Object.keys(texts).length > 0) throw invalidFields(texts);
  return parsed.data;
}

/** The text of each field that a schema refused. */
export function toFieldTexts(error: z.ZodError): FieldTexts {
  const texts: FieldTexts = {};
  for (const issue of error.issues) {
    // the last name in the path is the field's: a group's name precedes it, a list's index follows it
    const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
    texts[name] ??= findText(issue) ?? commandProblemTexts.invalid;
  }
  return texts;
}

/** The text that a field below gave an issue, also one inside a union of types; null without one. */
function findText(issue: z.core.$ZodIssue): LocalizedText | null {
  if (issue.code === 'invalid_union') {
    return (
      issue.errors
        .flat()
        .map(findText)
        .find((found) => found !== null) ?? null
    );
  }
  const { text: found } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as {
    text?: LocalizedText;
  };
  return found ?? null;
}

// Fields of the office's forms. Entries are texts; a missing one counts as ''. An issue carries its text in both
// languages in `params.text`.

/** The part of Zod's refinement context that reports an invalid entry. */
interface IssueContext {
  addIssue(issue: { code: 'custom'; params: { text: LocalizedText } }): void;
}

const report = (context: IssueContext, text: LocalizedText): never => {
  context.addIssue({ code: 'custom', params: { text } });
  return z.NEVER;
};

// without what PostgreSQL does not store: parseEntries has removed it
const entry = z.string().trim().default('');

/** Refuses a field that was left out. */
const isRequired = <T>(value: T | null, context: IssueContext): T =>
  value ?? report(context, formTexts.missing);

/** A text of `max` characters at most, in the form that `normalize` gives it, or null when it is left out. */
export const optionalText = (max: number, normalize = toLine) =>
  entry.transform(normalize).transform((value, context) => {
    if (Array.from(value).length > max) return report(context, inBoth(formTexts.tooLong, { max }));
    return value === '' ? null : value;
  });

/** A text like `optionalText` but required. */
export const text = (max: number, normalize = toLine) =>
  optionalText(max, normalize).transform(isRequired<string>);

/** A first or last name, by the rule of the shop's own forms: otherwise its owner could not save it there again. */
export const personName = () =>
  text(MAX_NAME_LENGTH, toName).transform((value, context) =>
    isPersonName(value) ? value : report(context, fieldMessages.NAME_INVALID),
  );

/** An e-mail address, or null when it is left out. */
export const optionalEmail = () =>
  optionalText(254, toEmail).transform((value, context) =>
    value === null || isEmail(value) ? value : report(context, formTexts.email),
  );

/** An e-mail address. */
export const email = () => optionalEmail().transform(isRequired<string>);

/** The id of a row, from an address or a hidden field; 0 for anything else, which no row has. */
export const rowId = () => z.coerce.string().default('').transform(readRowId);

/** The id of a country: forms send it, the command line may give the code, such as AT. Null when left out. */
export const optionalCountryId = () =>
  entry.transform((value, context) => {
    if (value === '') return null;
    const id = findCountryId(value) ?? readRowId(value);
    return findCountry(id) === null ? report(context, formTexts.country) : id;
  });

/** The id of a country, like `optionalCountryId` but required. */
export const countryId = () => optionalCountryId().transform(isRequired<number>);

/** A field that may be missing (undefined): its command then leaves the stored value as it is. */
export const omittable = <T extends z.ZodType>(field: T) => z.union([z.undefined(), field]);

/** One of these values. */
export const choice = <const T extends readonly string[]>(values: T) =>
  entry.transform((value, context): T[number] => {
    if (values.includes(value)) return value;
    const wrong = value === '' ? formTexts.missing : inBoth(formTexts.oneOf, { values });
    return report(context, wrong);
  });

/** A checkbox: whether it is ticked. */
export const ticked = () => entry.transform((value) => value !== '');

/** Every value of a field that may come more than once, such as checkboxes. */
export const list = () =>
  z
    .union([z.string().transform((value) => [value]), z.array(z.string())])
    .default([])
    .transform((values) => values.map((value) => value.trim()));

/** PostgreSQL has no year 0000, and nothing in the office is older. */
const MIN_DAY = '1900-01-01';

/** A day such as 2026-08-22 that exists, from 1900 on. */
export const day = () =>
  entry.transform((value, context) => {
    if (value === '') return report(context, formTexts.missing);
    const date = new Date(`${value}T00:00:00Z`);
    const exists =
      /^\d{4}-\d{2}-\d{2}$/.test(value) &&
      value >= MIN_DAY &&
      !Number.isNaN(date.getTime()) &&
      date.toISOString().startsWith(value);
    return exists ? value : report(context, formTexts.day);
  });

type Value = string | number | null;

/**
 * Resolves a form's entries with what is stored by now: a field that the form sends as it showed it stays as it is
 * stored, any other one gets its entry. `shown` are the values that the form showed, as it sends them. 409 for fields
 * that somebody else has changed in the meantime, too, with their stored values. The caller has locked the rows.
 */
export function resolveChanges<T extends { [Name in keyof T]: Value }>(
  stored: T,
  entries: { [Name in keyof T]?: T[Name] | undefined },
  shown: string,
): T {
  const shownValues = readShownValues(shown);
  const resolved = { ...stored };
  const errors: Record<string, LocalizedText> = {};
  for (const name of Object.keys(stored) as (keyof T & string)[]) {
    const entered = entries[name];
    if (entered === undefined) continue;
    const [now, after] = [toText(stored[name]), toText(entered)];
    const before = shownValues[name]?.trim() ?? now;
    if (before === now) resolved[name] = entered;
    else if (after !== before && after !== now) errors[name] = describeChange(name, now);
  }
  if (Object.keys(errors).length > 0) {
    throw conflict(formTexts.changed, errors);
  }
  return resolved;
}

const toText = (value: Value | undefined): string => String(value ?? '').trim();

/** Names the stored value, as the form shows it. */
function describeChange(name: string, now: string): LocalizedText {
  if (now === '') return formTexts.emptied;
  const value = describeValue(name, now);
  return {
    de: formTexts.changedTo.de({ value: value.de }),
    en: formTexts.changedTo.en({ value: value.en }),
  };
}

function describeValue(name: string, value: string): LocalizedText {
  if (name === 'language') return formTexts[value === 'de' ? 'german' : 'english'];
  const country = name === 'country' ? findCountry(Number(value)) : null;
  return country === null ? { de: value, en: value } : country.name;
}
