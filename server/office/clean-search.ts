/** The words of a search: PostgreSQL stores no NUL, and lone surrogates are no characters. */
export const cleanSearch = (q: string): string =>
  q.toWellFormed().replaceAll('\0', '').slice(0, 200).trim();
