import { fieldMessage } from '#contract/field-messages.ts';
import { formatNumber, formatWait } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { problems, type ProblemDto } from '#contract/problems.ts';
import { fillMessage, type ProblemDefinition } from '#contract/problem-messages.ts';
import { DatabaseSilence, isDatabaseUnavailable } from '../platform/database/database.ts';
import { createJsonResponse } from './body.ts';
import { Problem, type FieldProblems } from '../platform/problem.ts';

/** `Retry-After` while the database is unavailable. */
export const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;

/** The response to anything thrown: a problem as in the table, anything else 503 or 500 without internals. */
export function toProblemResponse(
  error: unknown,
  language: Language,
  requestId: string,
  onUnexpected: (error: unknown) => void,
): Response {
  const problem = toProblem(error, onUnexpected);
  const definition: ProblemDefinition = problems[problem.code];
  const { fields, retryAfter, body } = problem.extras;
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-language': language,
    vary: 'Accept-Language',
  });
  if (retryAfter !== undefined) headers.set('retry-after', String(secondsOf(retryAfter)));
  if (definition.status === 401) headers.set('www-authenticate', 'Bearer');
  return createJsonResponse(
    {
      message: messageOf(problem, language),
      ...(definition.msgCode === undefined ? {} : { msgCode: definition.msgCode }),
      ...(definition.error_I18n === undefined ? {} : { error_I18n: definition.error_I18n }),
      ...(fields === undefined ? {} : { errors: translateFields(fields, language) }),
      ...(problem.code === 'internal' ? { request_id: requestId } : {}),
      ...body,
    },
    { status: definition.status, headers },
  );
}

/** The problem of an error as a value, for a page that made the call in this process. */
export function toProblemDto(
  error: unknown,
  language: Language,
  requestId: string,
  onUnexpected: (error: unknown) => void,
): ProblemDto {
  const problem = toProblem(error, onUnexpected);
  const { code, extras } = problem;
  const { status, msgCode, error_I18n }: ProblemDefinition = problems[code];
  const fields = Object.entries(translateFields(extras.fields ?? {}, language));
  const text = fields.flatMap(([, messages]) => messages).join(' ');
  return {
    code,
    status,
    message: text || messageOf(problem, language),
    errors: Object.fromEntries(fields.map(([field, messages]) => [field, messages[0] ?? ''])),
    ...(msgCode === undefined ? {} : { msgCode }),
    ...(error_I18n === undefined ? {} : { errorKey: error_I18n }),
    ...(extras.retryAfter === undefined ? {} : { retryAfter: secondsOf(extras.retryAfter) }),
    ...(code === 'internal' ? { requestId } : {}),
  };
}

function toProblem(error: unknown, onUnexpected: (error: unknown) => void): Problem {
  const problem = error instanceof Problem ? error : problemOf(error);
  const isUnexpected = problem.code === 'internal' || problem.code === 'unavailable';
  if (isUnexpected && !(error instanceof DatabaseSilence)) onUnexpected(error);
  return problem;
}

/** Seconds for `Retry-After`: a whole number, at least 1. */
function secondsOf(retryAfter: number): number {
  return Math.max(1, Math.ceil(retryAfter));
}

function messageOf({ code, extras }: Problem, language: Language): string {
  if (extras.message !== undefined) return extras.message[language];
  const wait = formatWait(secondsOf(extras.retryAfter ?? 0), language);
  return fillMessage(problems[code].message, { wait, ...extras.values }, language);
}

function translateFields(fields: FieldProblems, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, keys]) => [
      field,
      keys.map((k) =>
        typeof k === 'string' ? fieldMessage(k, language, formatNumber) : k[language],
      ),
    ]),
  );
}

function problemOf(error: unknown): Problem {
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', {
      retryAfter: UNAVAILABLE_RETRY_AFTER_SECONDS,
      cause: error,
    });
  return new Problem('internal', { cause: error });
}
