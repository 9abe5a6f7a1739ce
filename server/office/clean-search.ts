/** What was typed into a search as one line of words: PostgreSQL stores no NUL, and lone surrogates are no characters. */
export const cleanSearch = (q: string): string =>
  q.toWellFormed().replaceAll('\0', '').slice(0, 200).trim();
