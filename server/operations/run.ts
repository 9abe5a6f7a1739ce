import type { z } from 'zod';
import { toEventName, type CommandName } from '#contract/office/commands.ts';
import type { Deps, ShopDeps } from '../deps.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { writeAuditEvent } from './audit-entry.ts';
import { actorOf, type Caller, type Customer, type Visitor } from './caller.ts';
import type { Change, Context, May, Output, Read, ShopContext, ShopOperation } from './define.ts';
import { Overtaken, runOnce, type Claim, type Format, type Once } from './once.ts';
import type { Language } from '#contract/language.ts';
import type { CommandResult, OfficeProblem } from '#contract/office/office.ts';
import { problems } from '#contract/problems.ts';

/** Thrown when an operation requires the caller to confirm their identity first (office.md 2.6). */
export class IdentityDue extends Error {}

/** The input of one attempt, and its name. */
interface Attempt<Input> {
  /** Throws 422. Called only when the operation runs: a repetition's input may no longer be valid. */
  readInput: () => Input | Promise<Input>;
  /** Names the attempt, so that a repetition gets the first one's output; null: none is recognized. */
  once?: Once | null;
}

/** Reads for the caller. Throws 403 and the problems of the read. */
export async function read<I, O>(
  deps: Deps,
  operation: Read<I, O>,
  caller: Caller,
  input: I,
): Promise<O> {
  checkRights(operation, caller);
  return await operation.run({ deps, caller }, input);
}

/**
 * Runs a change in one transaction with its audit entry. A repetition of the same attempt changes nothing and gets the
 * first one's output. Throws a Problem, or IdentityDue.
 */
export async function run<E extends z.ZodType, O extends Output>(
  deps: Deps,
  name: string,
  operation: Change<E, O>,
  caller: Caller,
  { readInput, once = null }: Attempt<z.output<E>>,
): Promise<O> {
  checkRights(operation, caller);
  const context = { deps, caller };
  let afterProblem = async (_problem: Problem): Promise<void> => undefined;
  try {
    return await runOnce<O>(deps.pool, once, async (claim) => {
      const input = await readInput();
      afterProblem = async (problem) => await operation.afterProblem?.(context, input, problem);
      return await change(context, name, operation, input, claim);
    });
  } catch (error) {
    if (error instanceof Problem) await afterProblem(error);
    throw error;
  }
}

/** The input of one attempt at the shop, and what its caller gets. */
interface ShopAttempt<R> extends Attempt<unknown> {
  /** Turns the output into what the caller gets, and a repetition again. */
  show: (output: unknown) => R;
  format?: Format<R>;
}

/**
 * Reads for a visitor or a customer, or takes a step. A repetition of the same attempt changes nothing and gets what
 * the first one got. Throws a Problem.
 */
export async function runForShop<R>(
  deps: ShopDeps,
  operation: ShopOperation,
  caller: Visitor | Customer,
  { readInput, once = null, show, format }: ShopAttempt<R>,
): Promise<R> {
  if (operation.may === 'customer' && caller.kind !== 'customer') throw new Problem('unauthorized');
  // a customer, where the operation wants one
  const context = { deps, caller } as ShopContext & ShopContext<'customer'>;
  if (operation.kind === 'read') return show(await operation.run(context, await readInput()));
  return await runOnce<R>(
    deps.pool,
    once,
    async (claim) => {
      const input = await readInput();
      const shown = show(await operation.run({ ...context, requestKey: claim.key }, input));
      await claim.finish(deps.pool, shown);
      return shown;
    },
    format,
  );
}

/** Denies by default. */
function checkRights({ may, confirms }: { may: May; confirms?: true }, caller: Caller): void {
  if (caller.kind === 'command-line') return;
  const isAllowed =
    may === 'signed-out staff' || (caller.kind === 'staff' && may.includes(caller.role));
  if (!isAllowed) throw new Problem('forbidden');
  if (confirms === true && caller.kind === 'staff' && !caller.isConfirmed) throw new IdentityDue();
}

async function change<E extends z.ZodType, O extends Output>(
  context: Context,
  name: string,
  operation: Change<E, O>,
  input: z.output<E>,
  claim: Claim<O>,
): Promise<O> {
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
    const kept = entries.length === 0 ? { ...output, isUnchanged: true } : output;
    // in the transaction: if this process dies, a repetition finds either both or neither
    if (!(await claim.finish(client, kept))) throw new Overtaken();
    return { output: kept, after };
  });
  done.after?.();
  return done.output;
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
