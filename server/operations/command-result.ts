import type { Language } from '#contract/language.ts';
import type { CommandResult, OfficeProblem } from '#contract/office/office.ts';
import { problems } from '#contract/problems.ts';
import { Problem } from '../platform/problem.ts';

/**
 * The output of a command, or the problem that its form shows. Throws any other one, such as that of a full queue of
 * password hashes: it has a page of its own.
 */
export async function toCommandResult(
  output: Promise<Record<string, unknown>>,
  language: Language,
): Promise<CommandResult> {
  try {
    return { output: await output, problem: null };
  } catch (error) {
    const problem = error instanceof Problem ? toOfficeProblem(error, language) : null;
    if (problem === null) throw error;
    return { output: null, problem };
  }
}

/** The problem in one language; null if no form shows it. */
function toOfficeProblem(
  { code, status, extras }: Problem,
  language: Language,
): OfficeProblem | null {
  const { fields = {}, retryAfter } = extras;
  const message = extras.message ?? (status === 409 ? problems[code].message : undefined);
  if (!isOfForm(status) || (status === 429 && message === undefined)) return null;
  const texts = Object.entries(fields).map(([name, [text]]) => [
    name,
    typeof text === 'object' ? text[language] : (text ?? ''),
  ]);
  return {
    status,
    ...(message === undefined ? {} : { message: message[language] }),
    errors: Object.fromEntries(texts),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfter) }),
  };
}

const isOfForm = (status: number): status is OfficeProblem['status'] =>
  [403, 404, 409, 410, 422, 429].includes(status);
