import type { z } from 'zod';
import {
  commandRules,
  mayRun,
  toEventName,
  type CommandName,
  type CommandRule,
} from '#contract/office/commands.ts';
import type { CommandResult } from '#contract/office/office.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { writeAuditEvent } from './audit/write-audit-event.ts';
import { cleanTexts } from './clean-text.ts';
import type { CommandContext, CommandDefinition, OfficeDeps } from './command.ts';
import { officeCommands } from './office-commands.ts';
import { OfficeError, toOfficeProblem, type LocalizedText } from './office-problem.ts';
import {
  claimSubmission,
  createSubmission,
  findSubmissionOutput,
  storeOutput,
  type Submission,
} from './submissions.ts';

/** The caller of a command. */
export type Caller = Omit<CommandContext, 'client' | 'deps'> & {
  requestId: string | null;
  /** Whether the identity was confirmed within STAFF_STEP_UP_MINUTES. */
  isConfirmed: boolean;
};

/** Thrown when a command requires the caller to confirm their identity first (office.md 2.6). */
export class StepUpDue extends Error {}

/**
 * Runs a command in one transaction with its audit entry. `form` is the text of the form that was sent: a second one
 * with the same text changes nothing and gets the first one's output. An expected problem is a value; throws StepUpDue.
 */
export async function runCommand(
  deps: OfficeDeps,
  name: CommandName,
  raw: Record<string, unknown>,
  caller: Caller,
  form?: string,
): Promise<CommandResult> {
  try {
    checkRights(name, caller);
    const output = await execute(deps, name, raw, caller, form);
    return { output, problem: null };
  } catch (error) {
    if (!(error instanceof OfficeError)) throw error;
    return { output: null, problem: toOfficeProblem(error, caller.language) };
  }
}

/** Denies by default: the command line may run everything, a person what commandRules say. */
function checkRights(name: CommandName, { actor, isConfirmed }: Caller): void {
  if (actor.kind === 'command-line' || actor.kind === 'schedule') return;
  const rule: CommandRule = commandRules[name];
  const isAllowed =
    rule.roles === 'signed-out' || (actor.role !== null && mayRun(actor.role, name));
  if (!isAllowed) throw new OfficeError(403);
  if (rule.needsStepUp && !isConfirmed) throw new StepUpDue();
}

async function execute(
  deps: OfficeDeps,
  name: CommandName,
  raw: Record<string, unknown>,
  caller: Caller,
  form: string | undefined,
): Promise<Record<string, unknown>> {
  const definition = officeCommands[name];
  if (definition === undefined) throw new OfficeError(404);
  const hasSecret = definition.hasSecretOutput === true;
  const { actor } = caller;
  const submission =
    form === undefined ? null : createSubmission(deps.tokens, { name, actor, form }, hasSecret);
  // the changes of the first submission would break a second one, whose code or invitation is used up
  const findEarlier = async () => submission && (await findSubmissionOutput(deps.pool, submission));
  const earlier = await findEarlier();
  if (earlier !== null) return earlier;
  const entries = cleanTexts(raw) as Record<string, unknown>;
  const parsed = definition.input.safeParse(entries);
  try {
    const errors = {
      ...(parsed.success ? {} : toFieldErrors(parsed.error)),
      ...(await definition.findErrors?.(deps, entries, caller)),
    };
    if (!parsed.success || Object.keys(errors).length > 0) throw new OfficeError(422, { errors });
    return await runPrepared(deps, name, parsed.data, caller, submission);
  } catch (error) {
    // the first one has succeeded in the meantime
    const first = error instanceof OfficeError ? await findEarlier() : null;
    if (first !== null) return first;
    if (error instanceof OfficeError && parsed.success) {
      await definition.afterProblem?.(deps, parsed.data, caller, error);
    }
    throw error;
  }
}

async function runPrepared(
  deps: OfficeDeps,
  name: CommandName,
  input: never,
  caller: Caller,
  submission: Submission | null,
): Promise<Record<string, unknown>> {
  const definition = officeCommands[name] as CommandDefinition;
  const prepared = await definition.prepare?.(deps, input, caller);
  let afterCommit: (() => void) | undefined;
  const output = await inTransaction(deps.pool, async (client) => {
    const earlier = submission && (await claimSubmission(client, submission));
    if (earlier !== null) return earlier;
    const end = await definition.run({ ...caller, client, deps }, input, prepared);
    const entries = [end.audit].flat();
    const result = entries.length === 0 ? { ...end.output, isUnchanged: true } : end.output;
    for (const entry of entries) {
      const { requestId } = caller;
      const actor = entry.actor ?? caller.actor;
      await writeAuditEvent(client, { ...entry, actor, command: toEventName(name), requestId });
    }
    if (submission !== null) await storeOutput(client, submission, result);
    afterCommit = end.afterCommit;
    return result;
  });
  afterCommit?.();
  return output;
}

function toFieldErrors(error: z.ZodError): Record<string, LocalizedText> {
  const errors: Record<string, LocalizedText> = {};
  for (const issue of error.issues) {
    // the last name in the path is the field's: a group's name precedes it, a list's index follows it
    const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
    errors[name] ??= findText(issue) ?? commandProblemTexts.invalid;
  }
  return errors;
}

/** The text that `fields.ts` gave an issue, also one inside a union of types; null without one. */
function findText(issue: z.core.$ZodIssue): LocalizedText | null {
  if (issue.code === 'invalid_union') {
    return (
      issue.errors
        .flat()
        .map(findText)
        .find((text) => text !== null) ?? null
    );
  }
  const { text } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as {
    text?: LocalizedText;
  };
  return text ?? null;
}
