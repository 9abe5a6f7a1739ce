import { toEmail } from '#contract/email-address.ts';
import { isEmail } from '#contract/rules.ts';

/** A text that PostgreSQL can store: without NUL, and without lone surrogates, which are not characters. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Cleans every text of entries, also within lists and objects. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (typeof value !== 'object' || value === null) return value;
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
