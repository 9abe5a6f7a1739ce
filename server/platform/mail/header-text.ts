/** A text for a header of a mail, which must be one line: line breaks and control characters become spaces. */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
