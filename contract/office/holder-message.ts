// A message to the ticket holders of a concert (office.md 8.5): what page and server share.

/** Whom it goes to: all, or those whose tickets are delivered so. */
export const recipientChoices = ['all', 'onlineticket', 'postal', 'boxoffice'] as const;

export type Recipients = (typeof recipientChoices)[number];

/** The fields of the form with a text. */
export const messageFields = ['subject_de', 'subject_en', 'text_de', 'text_en'] as const;

export type HolderMessage = Record<(typeof messageFields)[number], string>;

const placeholders = ['name', 'concert', 'date', 'orderNo'] as const;

/** What takes the place of {{name}} and so on. */
export type PlaceholderValues = Record<(typeof placeholders)[number], string>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The first placeholder of a text that there is none of; null when all are known. */
export function findUnknownPlaceholder(text: string): string | null {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !placeholders.some((each) => each === name));
  return unknown === undefined ? null : `{{${unknown}}}`;
}

/** The text with its placeholders filled. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER, (all, name: string) => values[name as keyof typeof values] ?? all);
