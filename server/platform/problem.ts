import type { MessageValues } from '#contract/problem-definition.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import type { FieldProblem } from '#contract/field-messages.ts';

/** The violated rules by name of the invalid field. */
export type FieldProblems = Record<string, FieldProblem[]>;

export interface ProblemExtras {
  fields?: FieldProblems;
  /** The values of the `{name}`s in the message. */
  values?: MessageValues;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** Further fields of the response's body. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected failure (contract/problems.ts): thrown anywhere, becomes a response in problem-response.ts. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(`${code} (${problems[code].status})`, { cause: extras.cause });
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
  }
}

/** The 422 for one invalid field. */
export function invalidField(field: string, problem: FieldProblem): Problem {
  return new Problem('invalid', { fields: { [field]: [problem] } });
}
