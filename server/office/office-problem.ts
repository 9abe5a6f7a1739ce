import type { OfficeProblem } from '#contract/office/office.ts';
import type { Language } from '#contract/language.ts';

/** A text in both languages. */
export type LocalizedText = Record<Language, string>;

interface ProblemDetails {
  /** For `role="alert"`. */
  message?: LocalizedText;
  /** Field name → message, in the order of the fields. */
  errors?: Record<string, LocalizedText>;
  retryAfterSeconds?: number;
}

/** An expected reason why a command or a query of the office cannot be executed. */
export class OfficeError extends Error {
  readonly status: OfficeProblem['status'];
  readonly details: ProblemDetails;

  constructor(status: OfficeProblem['status'], details: ProblemDetails = {}) {
    super(details.message?.en ?? Object.values(details.errors ?? {})[0]?.en ?? `status ${status}`);
    this.status = status;
    this.details = details;
  }
}

/** 409: a rule or a change in the meantime prevents it. */
export const conflict = (message: LocalizedText): OfficeError => new OfficeError(409, { message });

/** 422: an entry is invalid. */
export const wrongField = (name: string, message: LocalizedText): OfficeError =>
  new OfficeError(422, { errors: { [name]: message } });

/** 404: an unknown id, or one that is not of its parent. */
export const notFound = (): OfficeError => new OfficeError(404);

/** The problem in one language. */
export function toOfficeProblem(error: OfficeError, language: Language): OfficeProblem {
  const { message, errors = {}, retryAfterSeconds } = error.details;
  const localized = Object.entries(errors).map(([name, text]) => [name, text[language]]);
  return {
    status: error.status,
    ...(message === undefined ? {} : { message: message[language] }),
    errors: Object.fromEntries(localized),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
