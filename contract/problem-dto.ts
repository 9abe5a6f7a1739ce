import type { ProblemCode } from './problems.ts';

/** An expected or unexpected failure of a call as a page gets it: the table's entry in the visitor's language. */
export interface ProblemDto {
  /** `offline`: the browser's own, nothing answered. */
  code: ProblemCode | 'offline';
  /** 0 when nothing answered. */
  status: number;
  /** What to tell the visitor; of broken fields all messages in one sentence (product.md 8). */
  message: string;
  msgCode?: number;
  errorKey?: string;
  /** The first message of every broken field, by its name. */
  errors: Record<string, string>;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
  /** Of an unexpected failure: the number under which the log has it. */
  requestId?: string;
}
