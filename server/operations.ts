import type { CommandName } from '#contract/office/commands.ts';
import type { Deps } from './deps.ts';
import { auditOperations } from './audit/operations.ts';
import { complimentaryOperations } from './complimentary/complimentary-operations.ts';
import { mailOperations } from './mails/operations.ts';
import { messageOperations } from './messages/operations.ts';
import { newsletterOperations } from './newsletter/operations.ts';
import { orderOperations } from './order-page/operations.ts';
import { peopleOperations } from './people/operations.ts';
import { staffOperations } from './staff/operations.ts';
import { todayOperations } from './today/operations.ts';
import type { Caller } from './operations/caller.ts';
import type { Changes, Entries, Output, Read } from './operations/define.ts';
import { parseEntries } from './operations/entries.ts';
import { nameForm } from './operations/once.ts';
import { read, run } from './operations/run.ts';

/** Every operation by its name; each feature adds its own. */
export const operations = {
  ...staffOperations,
  ...orderOperations,
  ...complimentaryOperations,
  ...mailOperations,
  ...todayOperations,
  ...peopleOperations,
  ...messageOperations,
  ...newsletterOperations,
  ...auditOperations,
};

const changes: Changes = operations;

type Operations = typeof operations;

/** Input and output of each read. */
type Reads = {
  [Name in keyof Operations as Operations[Name] extends { kind: 'read' } ? Name : never]: {
    input: Parameters<Operations[Name]['run']>[1];
    output: Awaited<ReturnType<Operations[Name]['run']>>;
  };
};

export type ReadName = keyof Reads;
export type InputOf<Name extends ReadName> = Reads[Name]['input'];
export type OutputOf<Name extends ReadName> = Reads[Name]['output'];

const reads: { [Name in ReadName]: Read<InputOf<Name>, OutputOf<Name>> } = operations;

/** Reads for the caller. Throws 403 and the problems of the read. */
export const readFor = <Name extends ReadName>(
  deps: Deps,
  name: Name,
  caller: Caller,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> => read(deps, reads[name], caller, input);

/**
 * Runs a change with the entries of a form, or the arguments of the command line. `form` is the text of the form that
 * was sent: a second one with the same text changes nothing and gets the first one's output. Throws a Problem, or
 * IdentityDue.
 */
export async function submit(
  deps: Deps,
  name: CommandName,
  entries: Entries,
  caller: Caller,
  form?: string,
): Promise<Output> {
  const change = changes[name];
  return await run(deps, name, change, caller, {
    readInput: () => parseEntries(change, entries, { deps, caller }),
    once: form === undefined ? null : nameForm(deps.tokens, name, change, caller, form),
  });
}
