import type { ProblemDto } from '#contract/problems.ts';
import { isRetryable } from '../platform/or-problem.ts';

/** The state of a form as its submit row shows it. */
export interface SubmissionState {
  isBusy: boolean;
  /** Why the form as a whole could not be sent; '' while nothing is wrong. */
  failure: string;
  /** No response arrived: the same values can be sent again. */
  isLost: boolean;
}

/**
 * The state of a form with an action.
 *
 * @param sender the fetcher or navigation that sends the form; a navigation to another page has no method
 * @param problem of the action's data; one with errors of fields is shown at these (use-live-errors.ts)
 */
export function useSubmission(
  sender: { formMethod?: string | undefined },
  problem: ProblemDto | null | undefined,
): SubmissionState {
  const isBusy = sender.formMethod !== undefined;
  if (!problem || isBusy) return { isBusy, failure: '', isLost: false };
  const isOfFields = Object.keys(problem.errors).length > 0;
  return { isBusy, failure: isOfFields ? '' : problem.message, isLost: isRetryable(problem) };
}
