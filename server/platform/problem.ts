import type { FieldProblem } from '#contract/field-messages.ts';
import type { LocalizedText } from '#contract/language.ts';
import type { MessageValues } from '#contract/problem-messages.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';

/** The violated rules by name of the invalid field; the office writes their texts itself. */
export type FieldProblems = Record<string, (FieldProblem | LocalizedText)[]>;

/** One text by name of the invalid field, in the order of the fields. */
export type FieldTexts = Record<string, LocalizedText>;

export interface ProblemExtras {
  fields?: FieldProblems;
  /** Instead of the message of the table. */
  message?: LocalizedText;
  /** The values of the `{name}`s in the message. */
  values?: MessageValues;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** Names the stored version where somebody has changed it in the meantime (contract/office/office.ts). */
  version?: string;
  /** Further fields of the response's body. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected failure (contract/problems.ts): thrown anywhere, becomes a response in server/edge/problems.ts. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: (typeof problems)[ProblemCode]['status'];
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    const { status } = problems[code];
    super(`${code} (${status})`, { cause: extras.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.extras = extras;
  }
}

/** The 422 for one invalid field. */
export function invalidField(field: string, problem: FieldProblem | LocalizedText): Problem {
  return new Problem('invalid', { fields: { [field]: [problem] } });
}

/** The 422 for invalid fields, each with its text. */
export const invalidFields = (texts: FieldTexts): Problem =>
  new Problem('invalid', { fields: toFields(texts) });

/** 409: a rule or a change in the meantime prevents it; `texts` name the fields that it concerns. */
export const conflict = (message: LocalizedText, texts: FieldTexts = {}): Problem =>
  new Problem('conflict', { message, fields: toFields(texts) });

const toFields = (texts: FieldTexts): FieldProblems =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text]]));
