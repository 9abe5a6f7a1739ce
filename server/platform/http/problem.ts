import { problems, type ProblemCode } from '#contract/problems.ts';
import type { FieldMessageKey } from '#contract/field-messages.ts';

/** Broken rules by field: name of the field -> keys of field-messages.ts. */
export type FieldProblems = Record<string, FieldMessageKey[]>;

export interface ProblemExtras {
  fields?: FieldProblems;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
  /** Further fields of the answer's body. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected refusal: thrown anywhere, answered by the one problem handler (contract/problems.ts). */
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

/** The 422 for one broken field. */
export function invalidField(field: string, key: FieldMessageKey): Problem {
  return new Problem('invalid', { fields: { [field]: [key] } });
}
