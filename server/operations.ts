import type { z } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import type { Deps } from './deps.ts';
import { auditCommands } from './office/audit/audit-commands.ts';
import { complimentaryCommands } from './office/complimentary/complimentary-commands.ts';
import { mailCommands } from './office/mails/mail-commands.ts';
import { messageCommands } from './office/messages/message-commands.ts';
import { newsletterCommands } from './office/newsletter/newsletter-commands.ts';
import { orderCommands } from './office/orders/order-commands.ts';
import { peopleCommands } from './office/people/people-commands.ts';
import { staffCommands } from './office/staff/staff-commands.ts';
import { todayCommands } from './office/today/today-commands.ts';
import type { Caller } from './operations/caller.ts';
import type { Change, Entries, Output } from './operations/define.ts';
import { parseEntries } from './operations/entries.ts';
import { nameForm } from './operations/once.ts';
import { run } from './operations/run.ts';

/** Every change by its name (office.md 12); each feature adds its own. */
export const changes: Record<CommandName, Change<z.ZodType, Output>> = {
  ...staffCommands,
  ...orderCommands,
  ...complimentaryCommands,
  ...mailCommands,
  ...todayCommands,
  ...peopleCommands,
  ...messageCommands,
  ...newsletterCommands,
  ...auditCommands,
};

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
    once: form === undefined ? null : nameForm(name, change, caller, form),
  });
}
