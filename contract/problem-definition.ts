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
