import type { Language } from './language.ts';

/** An expected problem: the content of its response. */
export interface ProblemDefinition {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 419 | 422 | 429 | 500 | 502 | 503;
  msgCode?: number;
  error_I18n?: string;
  /** `{name}` stands for a value of the problem, `{wait}` for the time until `Retry-After`. */
  message: Record<Language, string>;
}

/** The values of the `{name}`s in a message, per language where they are words. */
export type MessageValues = Record<string, number | string | Record<Language, string>>;

/** A problem's message in one language, with its values. */
export function fillMessage(
  message: Record<Language, string>,
  values: MessageValues,
  language: Language,
): string {
  return message[language].replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value[language] : String(value ?? whole);
  });
}

// Why no more tickets fit into a cart (api.md, Cart): shown before a choice is sent, and in the problem. Zod-free.

/** The messages of the problems with these codes (problems.ts). */
export const ticketLimitMessages = {
  order_limit: {
    de: 'Höchstens {limit} {tickets} je Bestellung für dieses Konzert',
    en: 'At most {limit} {tickets} per order for this concert',
  },
  type_limit: {
    de: 'Höchstens {limit} {tickets} je Bestellung für dieses Konzert ({type})',
    en: 'At most {limit} {tickets} per order for this concert ({type})',
  },
  quota_exceeded: {
    de: 'Von dieser Kartenart sind nur noch {limit} frei',
    en: 'Only {limit} of this ticket type are left',
  },
  only_with: {
    de: '{type} gibt es nur zusammen mit {types}',
    en: '{type} is only sold together with {types}',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** The values of a limit on a number of tickets. */
export function ticketValues(limit: number): { limit: number; tickets: Record<Language, string> } {
  const isOne = limit === 1;
  return { limit, tickets: { de: isOne ? 'Karte' : 'Karten', en: isOne ? 'ticket' : 'tickets' } };
}
