import type { CommandName } from '#contract/office/commands.ts';
import type { Office } from '#contract/office/office.ts';

/**
 * What precedes every file with data of persons: step-up, the limit of exports and the audit entry (office.md 9).
 * Returns the output of the command, which does no more than that.
 */
export async function recordExport(
  office: Office,
  command: Extract<CommandName, `${string}:export`>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  office.requireStepUp();
  const { output, problem } = await office.run(command, input);
  if (problem !== null) throw new Response(null, { status: problem.status });
  return output;
}
