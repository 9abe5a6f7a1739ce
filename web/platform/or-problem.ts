import { data, isRouteErrorResponse } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { pickTexts, type Picked } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { documentLanguage } from './language.tsx';

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
  const problem = (
    typeof error.data === 'string' ? parseJson(error.data) : error.data
  ) as ProblemDto | null;
  return typeof problem?.message === 'string' ? problem : null;
}

/** React Router leaves a problem from before its routes as text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The reason that a status gives when the response has none, such as a proxy's (product.md 8, Generic HTTP handling).
 * Status 0: the network was lost.
 */
export function reasonOf(status: number, texts: Picked<typeof platformTexts>): string {
  const reasons: Record<number, string> = {
    0: texts.offline,
    400: texts.conflict,
    403: texts.missingPermissions,
    409: texts.conflict,
    500: texts.internalServerError,
    503: texts.serviceUnavailable,
  };
  return reasons[status] ?? String(status);
}

/** The problem of a lost network or a failed server; null for any other error. */
export function toProblem(error: unknown): ProblemDto | null {
  const texts = pickTexts(platformTexts, documentLanguage());
  if (isLostNetwork(error)) {
    return { code: 'offline', status: 0, message: reasonOf(0, texts), errors: {} };
  }
  if (!isRouteErrorResponse(error)) return null;
  const { status } = error;
  const message = reasonOf(status, texts);
  return { code: 'internal', status, message, errors: {}, ...problemOf(error) };
}
