// Texts in the programme's format: one or two languages, paragraphs, no-break spaces.
import { z } from 'zod';
import { toLine, toText } from '#contract/typed-text.ts';

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

const filled = (normalize: (typed: string) => string) =>
  z.string().overwrite(normalize).min(1, 'is empty');

/** A text of one line, without invisible characters; never empty. */
export const plain = filled(toLine);

/** A text for readers, who may need its soft hyphens. */
export const readerText = filled(toText).transform(setNoBreakSpaces);

/** A text for readers in both languages. */
export const both = z.strictObject({ de: readerText, en: readerText });

/** Paragraphs, separated by blank lines; a line break inside a paragraph becomes a space. */
export const paragraphs = readerText.transform((whole) =>
  whole.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim()),
);

/** The name by which other entries refer to this one: 'church', 'clara-schumann'. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not a name made of a-z, 0-9 and hyphens');

/** A day: 2025-08-23. */
export const day = z.iso.date('is not a day such as 2025-08-23');
