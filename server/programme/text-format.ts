// Texts in the programme's format: one or two languages, paragraphs, no-break spaces.
import { z } from 'zod';
import type { LocalizedText } from '#contract/language.ts';
import { toLine, toText } from '#contract/typed-text.ts';
import { inBoth } from '#messages/define-texts.ts';
import { formTexts } from '#messages/office/forms.ts';
import {
  festivalProblemTexts,
  fileLimitTexts,
  fileProblemTexts,
  programmeProblemTexts,
  toLoadMessage,
} from '#messages/programme-problems.ts';

const NARROW_SPACE = '\u202F';
const UNITS =
  'Uhr|Minuten|Stunden|Tage|Jahre|Euro|Mitglieder|Mitgliedern|am|pm|minutes|hours|days|years|euros|members';
const COUNTED = new RegExp(`(\\d) (?=(?:${UNITS})\\b)`, 'g');

/**
 * Sets the no-break spaces of German and English typography, so that authors can type ordinary ones: narrow in
 * '§ 5', 'Nr. 3', 'op. 81', 'e. V.', '7 %', wide between a number and its unit.
 */
export function setNoBreakSpaces(text: string): string {
  return text
    .replace(/(§|\b(?:Abs|Art|Nr|No|Op|op)\.) (?=\d)/g, `$1${NARROW_SPACE}`)
    .replace(/\bBuchst\. (?=[a-z]\b)/g, `Buchst.${NARROW_SPACE}`)
    .replace(/\b(e|z|u|d)\. (?=[VBah]\.)/g, `$1.${NARROW_SPACE}`)
    .replace(/(\d) (?=[%€])/g, `$1${NARROW_SPACE}`)
    .replace(COUNTED, '$1\u00A0');
}

const fixedTexts = {
  ...festivalProblemTexts,
  ...fileProblemTexts,
  key: programmeProblemTexts.key,
  opus: programmeProblemTexts.opus,
  postalCode: programmeProblemTexts.postalCode,
  skippedTime: programmeProblemTexts.skippedTime,
  notAfterBorn: programmeProblemTexts.notAfterBorn,
  noLanguage: programmeProblemTexts.noLanguage,
  academySale: programmeProblemTexts.academySale,
  presoldTooMany: programmeProblemTexts.presoldTooMany,
  alreadyOnSale: programmeProblemTexts.alreadyOnSale,
  endsBeforeStart: programmeProblemTexts.endsBeforeStart,
  noneOffered: programmeProblemTexts.noneOffered,
  money: formTexts.money,
};

/** What `load` says of a violated rule. */
export const problem = (rule: keyof typeof fixedTexts): string => toLoadMessage(fixedTexts[rule]);

/** What `load` says of a text that is missing. */
export const EMPTY = 'is empty';
const NO_SLUG = 'is not a name made of a-z, 0-9 and hyphens';

/** The office's text by what `load` says. */
const textsByMessage = new Map<string, LocalizedText>([
  ...Object.values(fixedTexts).map((text) => [toLoadMessage(text), text] as const),
  [EMPTY, formTexts.missing],
  [NO_SLUG, programmeProblemTexts.slug],
]);

/** The office's text about an entry that the format refuses; null for what no form sends. */
export function findProblemText(issue: z.core.$ZodIssue): LocalizedText | null {
  if (issue.code === 'custom') {
    const { text } = (issue.params ?? {}) as { text?: LocalizedText };
    if (text !== undefined) return text;
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    const max = Number(issue.maximum);
    return inBoth(formTexts.tooLong, { max });
  }
  return textsByMessage.get(issue.message) ?? null;
}

/** The text of a problem for which the format has no own words. */
export function describeIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): LocalizedText {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fileProblemTexts.missing : typeText(issue.expected);
    case 'invalid_value':
      return inBoth(formTexts.oneOf, { values: issue.values.map(String) });
    case 'unrecognized_keys':
      return inBoth(fileLimitTexts.unknownFields, { names: issue.keys });
    case 'invalid_key':
      return (issue.issues[0] && findProblemText(issue.issues[0])) ?? fileProblemTexts.wrong;
    case 'too_big': {
      const max = Number(issue.maximum);
      return inBoth(issue.origin === 'string' ? formTexts.tooLong : fileLimitTexts.tooMany, {
        max,
      });
    }
    case 'too_small':
      return inBoth(fileLimitTexts.tooSmall, { min: Number(issue.minimum) });
    default:
      return fileProblemTexts.wrong;
  }
}

const typeText = (expected: string): LocalizedText =>
  Object.hasOwn(fileProblemTexts, expected)
    ? fileProblemTexts[expected as keyof typeof fileProblemTexts]
    : fileProblemTexts.object;

const numberIn = (min: number, max: number, isWhole: boolean, text: LocalizedText) =>
  z.custom<number>(
    (value) =>
      typeof value === 'number' &&
      value >= min &&
      value <= max &&
      (!isWhole || Number.isInteger(value)),
    { error: `is not a${isWhole ? ' whole' : ''} number from ${min} to ${max}`, params: { text } },
  );

/** A whole number. */
export const whole = (min: number, max: number) =>
  numberIn(min, max, true, inBoth(formTexts.number, { min, max }));

/** A number with decimals. */
export const numberBetween = (min: number, max: number) =>
  numberIn(min, max, false, inBoth(formTexts.decimal, { min, max }));

/** Limits in characters: names stand in indexes, which take no longer ones. */
const MAX_LINE_LENGTH = 300;
const MAX_TEXT_LENGTH = 100_000;

const typed = (normalize: (text: string) => string, max: number) =>
  z.string().overwrite(normalize).max(max, `has more than ${max} characters`);
const filled = (normalize: (text: string) => string, max: number) =>
  typed(normalize, max).min(1, EMPTY);

/** A text of one line, without invisible characters; never empty. */
export const plain = filled(toLine, MAX_LINE_LENGTH);

/** A text for readers, who may need its soft hyphens. */
export const readerText = filled(toText, MAX_TEXT_LENGTH).transform(setNoBreakSpaces);

/** A text for readers in both languages. */
export const both = z.strictObject({ de: readerText, en: readerText });

const draftText = typed(toText, MAX_TEXT_LENGTH).transform(setNoBreakSpaces);

/** The same, empty while it is not written yet. */
export const bothOfDraft = z.strictObject({ de: draftText, en: draftText });

/** Paragraphs, separated by blank lines; a line break inside a paragraph becomes a space. */
export const paragraphs = readerText.transform((all) =>
  all.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim()),
);

/** The name by which other entries refer to this one: 'church', 'clara-schumann'. */
export const slug = z
  .string()
  .max(MAX_LINE_LENGTH)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, NO_SLUG);

/** A postcode of Germany, Austria or Switzerland. */
export const postalCode = z.string().regex(/^\d{4,5}$/, problem('postalCode'));

/** A day: 2025-08-23. */
export const day = z.iso.date(problem('day'));
