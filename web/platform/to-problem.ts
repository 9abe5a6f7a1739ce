import { isRouteErrorResponse } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { pickTexts, type Picked } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { documentLanguage } from './language.tsx';

/** Whether `fetch` threw this: the messages of Chromium, Firefox and Safari. */
export const isLostNetwork = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

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
