// Typed text as it is checked and stored (product.md 5). Zod-free: the browser imports this file.

/** Invisible characters (Unicode Cf), except the two joiners, which names and pictographs need. */
const FORMAT = /(?![\u200C\u200D])\p{Cf}/gu;

/** Some characters count as alphabetic or as symbols, but nobody sees them. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

const LETTER_OR_DIGIT = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** A text of several lines: composed (NFC) and trimmed; '' when it has nothing to see. */
export function toText(typed: string): string {
  const text = typed.normalize('NFC').trim();
  return VISIBLE.test(text) ? text : '';
}

/** A text of one line: as `toText`, without invisible characters. */
export const toLine = (typed: string): string => toText(typed.replaceAll(FORMAT, ''));

/** A name of a person: as `toLine`; empty without an alphabetic character or digit. */
export function toName(typed: string): string {
  const name = toLine(typed);
  return LETTER_OR_DIGIT.test(name) ? name : '';
}
