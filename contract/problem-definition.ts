import type { Language } from './language.ts';

/** An expected problem: what the response says. */
export interface ProblemDefinition {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 419 | 422 | 429 | 500 | 502 | 503;
  msgCode?: number;
  error_I18n?: string;
  /** `{name}` stands for a value of the problem. */
  message: Record<Language, string>;
}
