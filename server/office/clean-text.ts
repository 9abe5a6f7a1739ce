/** A text without NUL, which PostgreSQL does not store, and with well-formed characters only. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** The words of a search, up to 200 characters. */
export const cleanSearch = (q: string): string => cleanText(q).slice(0, 200).trim();
