import { data, isRouteErrorResponse } from 'react-router';
import type { ProblemDto } from '#contract/problem-dto.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { documentLanguage } from './language.ts';

/** Whether `fetch` threw this: the messages of Chromium, Firefox and Safari. */
export const isLostNetwork = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

/**
 * For `clientAction = ({ serverAction }) => orProblem(serverAction)`: without a network, or when the server fails,
 * the action's result is a problem. Thrown, it would replace the page with everything typed in it; the status prevents
 * React Router from loading the page again, which would fail, too.
 */
export async function orProblem<Result>(serverAction: () => Promise<Result>) {
  try {
    return await serverAction();
  } catch (error) {
    // A redirect. Rethrown, it would be an unhandled rejection while React Router 8.4 preloads the page's styles.
    if (error instanceof Response) return error;
    const problem = toProblem(error);
    // a bug of ours
    if (problem === null) throw error;
    return data({ problem }, { status: problem.status || 503 });
  }
}

/** Whether the same submission can be retried: no response arrived, or the server failed. */
export const isRetryable = ({ status }: ProblemDto): boolean => status === 0 || status >= 500;

/** The problem of a call that a loader needs; null for any other error. */
export function problemOf(error: unknown): ProblemDto | null {
  if (!isRouteErrorResponse(error)) return null;
  const problem = error.data as ProblemDto | null;
  return typeof problem?.message === 'string' ? problem : null;
}

function toProblem(error: unknown): ProblemDto | null {
  const texts = pickTexts(platformTexts, documentLanguage());
  if (isLostNetwork(error)) {
    return { code: 'offline', status: 0, message: texts.offline, errors: {} };
  }
  if (!isRouteErrorResponse(error)) return null;
  const { status } = error;
  const known = problemOf(error);
  if (known !== null) return known;
  const isAway = status === 502 || status === 503;
  const said = status === 403 ? texts.missingPermissions : texts.internalServerError;
  const message = isAway ? texts.serviceUnavailable : said;
  return { code: isAway ? 'unavailable' : 'internal', status, message, errors: {} };
}
