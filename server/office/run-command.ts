import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  commandRules,
  mayRun,
  toEventName,
  type CommandName,
  type CommandRule,
} from '#contract/office/commands.ts';
import type { CommandResult } from '#contract/office/office.ts';
import type { Pool, PoolClient } from 'pg';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { writeAuditEvent } from './audit/write-audit-event.ts';
import { cleanTexts } from './clean-text.ts';
import type { CommandContext, CommandDefinition, OfficeDeps } from './command.ts';
import { officeCommands } from './office-commands.ts';
import { OfficeError, toOfficeProblem, type Text } from './office-problem.ts';

/** The caller of a command. */
export type Caller = Omit<CommandContext, 'client' | 'deps'> & {
  requestId: string | null;
  /** Whether the identity was confirmed within STAFF_STEP_UP_MINUTES. */
  isConfirmed: boolean;
};

/** Thrown when a command requires the caller to confirm their identity first (office.md 2.6). */
export class StepUpDue extends Error {}

/**
 * Runs a command in one transaction with its audit entry. `submission` identifies the form that was sent: a second one
 * with the same text changes nothing and gets the first one's output. An expected problem is a value; throws StepUpDue.
 */
export async function runCommand(
  deps: OfficeDeps,
  name: CommandName,
  raw: Record<string, unknown>,
  caller: Caller,
  submission?: string,
): Promise<CommandResult> {
  try {
    checkRights(name, caller);
    const output = await execute(deps, name, raw, caller, submission);
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
  if (rule.stepUp && !isConfirmed) throw new StepUpDue();
}

async function execute(
  deps: OfficeDeps,
  name: CommandName,
  raw: Record<string, unknown>,
  caller: Caller,
  submission: string | undefined,
): Promise<Record<string, unknown>> {
  const definition = officeCommands[name];
  if (definition === undefined) throw new OfficeError(404);
  const entries = cleanTexts(raw) as Record<string, unknown>;
  const parsed = definition.input.safeParse(entries);
  const errors = {
    ...(parsed.success ? {} : toFieldErrors(parsed.error)),
    ...(await definition.findErrors?.(deps, entries, caller)),
  };
  if (!parsed.success || Object.keys(errors).length > 0) throw new OfficeError(422, { errors });
  const input = parsed.data;
  try {
    return await runPrepared(deps, name, input, caller, submission);
  } catch (error) {
    if (error instanceof OfficeError) await definition.afterProblem?.(deps, input, caller, error);
    throw error;
  }
}

async function runPrepared(
  deps: OfficeDeps,
  name: CommandName,
  input: never,
  caller: Caller,
  submission: string | undefined,
): Promise<Record<string, unknown>> {
  const definition = officeCommands[name] as CommandDefinition;
  const isStored = submission !== undefined && definition.hasSecretOutput !== true;
  const key = isStored ? keyOf(name, caller, submission) : null;
  // the first one's changes would break it, such as a new one-time key that its code belongs to
  const done = key === null ? null : await findSubmission(deps.pool, key);
  if (done !== null) return done;
  const prepared = await definition.prepare?.(deps, input, caller);
  let afterCommit: (() => void) | undefined;
  const output = await inTransaction(deps.pool, async (client) => {
    const earlier = key === null ? null : await claimSubmission(client, key);
    if (earlier !== null) return earlier;
    const end = await definition.run({ ...caller, client, deps }, input, prepared);
    for (const entry of [end.audit].flat()) {
      const { requestId } = caller;
      const actor = entry.actor ?? caller.actor;
      await writeAuditEvent(client, { ...entry, actor, command: toEventName(name), requestId });
    }
    if (key !== null) {
      await client.query(`update office_submission set output = $2 where key = $1`, [
        key,
        JSON.stringify(end.output),
      ]);
    }
    afterCommit = end.afterCommit;
    return end.output;
  });
  afterCommit?.();
  return output;
}

function keyOf(name: CommandName, { actor }: Caller, submission: string): Buffer {
  return createHash('sha256')
    .update(`${name}\n${actor.id ?? ''}\n${submission}`)
    .digest();
}

/** The output of an earlier submission with this key; null for the first one. Waits for one in progress. */
async function claimSubmission(
  client: PoolClient,
  key: Buffer,
): Promise<Record<string, unknown> | null> {
  const { rowCount } = await client.query(
    `insert into office_submission (key) values ($1) on conflict (key) do nothing`,
    [key],
  );
  if (rowCount === 1) return null;
  return (await findSubmission(client, key)) ?? {};
}

async function findSubmission(
  client: Pool | PoolClient,
  key: Buffer,
): Promise<Record<string, unknown> | null> {
  const { rows } = await client.query<{ output: Record<string, unknown> }>(
    `select output from office_submission where key = $1`,
    [key],
  );
  return rows[0]?.output ?? null;
}

function toFieldErrors(error: z.ZodError): Record<string, Text> {
  const errors: Record<string, Text> = {};
  for (const issue of error.issues) {
    // a field within a group of fields has the group before it, a list its place behind it
    const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
    errors[name] ??= findText(issue) ?? commandProblemTexts.invalid;
  }
  return errors;
}

/** The text of an issue of `fields.ts`, also as one of the types that a field may have; null without one. */
function findText(issue: z.core.$ZodIssue): Text | null {
  if (issue.code === 'invalid_union') {
    return (
      issue.errors
        .flat()
        .map(findText)
        .find((text) => text !== null) ?? null
    );
  }
  const { text } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { text?: Text };
  return text ?? null;
}
