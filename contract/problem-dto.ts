import type { ProblemCode } from './problems.ts';

/** An expected or unexpected failure of a call as a page gets it, in the visitor's language. */
export interface ProblemDto {
  /** `offline`: the browser got no response. */
  code: ProblemCode | 'offline';
  /** 0 if there was no response. */
  status: number;
  /** The text for the visitor; messages of invalid fields are joined (product.md 8). */
  message: string;
  msgCode?: number;
  errorKey?: string;
  /** The first message of each invalid field, by its name. */
  errors: Record<string, string>;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** Request id in the log, for an unexpected failure. */
  requestId?: string;
}
