import type { z } from 'zod';
import { toEventName, type CommandName } from '#contract/office/commands.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { writeAuditEvent } from './audit-entry.ts';
import { actorOf, type Caller, type Customer, type Visitor } from './caller.ts';
import type { Change, Context, Operation, Output } from './define.ts';
import { countHits } from './limit.ts';
import { Overtaken, runOnce, type Claim, type Format, type Once } from './once.ts';
import type { Language } from '#contract/language.ts';
import type { CommandResult, OfficeProblem } from '#contract/office/office.ts';
import { problems } from '#contract/problems.ts';

/** Thrown when an operation requires the caller to confirm their identity first (office.md 2.6). */
export class IdentityDue extends Error {}

/** One attempt at an operation. */
interface Attempt<R> {
  /** Throws 422. Called only when the operation runs: a repetition's input may no longer be valid. */
  readInput: () => unknown;
  /** Names the attempt, so that a repetition gets the first one's result; null: none is recognized. */
  once?: Once | null;
  /** Turns the output into the result; without it, the output is the result. */
  show?: (output: unknown) => R;
  /** How the result is stored for repetitions. */
  format?: Format<R>;
}

/**
 * Runs an operation: reads, takes a step, or makes a change in one transaction with its audit entry. A repetition of
 * the same attempt changes nothing and gets the first one's result. Throws a Problem, or IdentityDue.
 */
export async function run<R>(
  deps: Deps,
  name: string,
  operation: Operation,
  caller: Caller | Visitor | Customer,
  { readInput, once = null, show = (output) => output as R, format }: Attempt<R>,
): Promise<R> {
  checkRights(operation, caller);
  // what the operation needs: who may run it decides, and the table of operations has checked it
  const context = { deps, caller } as Context & Context<'customer'>;
  if (operation.kind === 'read') return show(await operation.run(context, await readInput()));
  let afterProblem = async (_problem: Problem): Promise<void> => undefined;
  try {
    return await runOnce<R>(
      deps.pool,
      once,
      async (claim) => {
        const input = await readInput();
        if (operation.kind === 'step') {
          await countHits(context.deps, name, context.caller, input as object);
          const output = await operation.run({ ...context, requestKey: claim.key }, input);
          const result = show(output);
          await claim.finish(deps.pool, result);
          return result;
        }
        afterProblem = async (problem) => await operation.afterProblem?.(context, input, problem);
        return await change(context, name, operation, input, claim, show);
      },
      format,
    );
  } catch (error) {
    if (error instanceof Problem) await afterProblem(error);
    throw error;
  }
}

/** Denies by default. */
function checkRights(operation: Operation, caller: Caller | Visitor | Customer): void {
  const { may } = operation;
  if (caller.kind === 'command-line' || may === 'anyone' || may === 'visitor') return;
  if (may === 'customer') {
    if (caller.kind !== 'customer') throw new Problem('unauthorized');
    return;
  }
  const isAllowed =
    may === 'signed-out staff' || (caller.kind === 'staff' && may.includes(caller.role));
  if (!isAllowed) throw new Problem('forbidden');
  const confirms = operation.kind === 'change' && operation.confirms === true;
  if (confirms && caller.kind === 'staff' && !caller.isConfirmed) throw new IdentityDue();
}

async function change<R>(
  context: Context,
  name: string,
  operation: Change<z.ZodType, Output>,
  input: unknown,
  claim: Claim<R>,
  show: (output: unknown) => R,
): Promise<R> {
  const { caller, deps } = context;
  const prepared = await operation.prepare?.(context, input);
  const done = await inTransaction(deps.pool, async (client) => {
    const {
      output,
      audit = [],
      after,
    } = await operation.run({ ...context, client }, input, prepared);
    const entries = [audit].flat();
    for (const { actor = actorOf(caller), ...entry } of entries) {
      const command = toEventName(name as CommandName);
      await writeAuditEvent(client, { ...entry, actor, command, requestId: caller.requestId });
    }
    const result = show(entries.length === 0 ? { ...output, isUnchanged: true } : output);
    // in the transaction: if this process dies, a repetition finds either both or neither
    if (!(await claim.finish(client, result))) throw new Overtaken();
    return { result, after };
  });
  done.after?.();
  return done.result;
}

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
  const { fields = {}, retryAfter, version } = extras;
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
    ...(version === undefined ? {} : { version }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfter) }),
  };
}

const isOfForm = (status: number): status is OfficeProblem['status'] =>
  [403, 404, 409, 410, 422, 429].includes(status);
