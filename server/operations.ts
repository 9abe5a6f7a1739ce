import type { z } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import type { Deps, ShopDeps } from './deps.ts';
import { auditOperations } from './audit/operations.ts';
import { cancellationOperations } from './cancellation/cancel-concert.ts';
import { choiceOperations } from './cancellation/choice.ts';
import { donationReads } from './cancellation/donations.ts';
import { cartOperations } from './cart/operations.ts';
import { checkoutOperations } from './checkout/operations.ts';
import { complimentaryOperations } from './complimentary/complimentary-operations.ts';
import { concertOperations } from './concerts/operations.ts';
import { doorOperations, doorSteps } from './door/operations.ts';
import { personPdfReads } from './documents/person-pdf.ts';
import { mailOperations } from './mails/operations.ts';
import { contactOperations } from './messages/contact-message.ts';
import { messageOperations } from './messages/operations.ts';
import { newsletterOperations, subscriptionOperations } from './newsletter/operations.ts';
import { orderOperations } from './order-page/operations.ts';
import { orderReads } from './orders/operations.ts';
import { paymentOperations } from './payment/operations.ts';
import { accountOperations, peopleOperations } from './people/operations.ts';
import { identify } from './people/sessions.ts';
import { validate } from './platform/validate.ts';
import { noticeOperations } from './programme/notice-operations.ts';
import { programmeOperations } from './programme/operations.ts';
import { reportOperations } from './reports/operations.ts';
import { runOperations } from './runs/operations.ts';
import { staffOperations } from './staff/operations.ts';
import { ticketHolderOperations } from './ticket-holders/message-operations.ts';
import { ticketHolderSteps } from './ticket-holders/operations.ts';
import { todayOperations } from './today/operations.ts';
import type { Caller, Visitor } from './operations/caller.ts';
import type * as define from './operations/define.ts';
import type { OfficeMay, ShopMay } from './operations/define.ts';
import { parseEntries } from './operations/entries.ts';
import { nameForm, type Once } from './operations/once.ts';
import { run } from './operations/run.ts';

/** Every operation by its name; each feature adds its own. */
export const operations = {
  ...programmeOperations,
  ...noticeOperations,
  ...cartOperations,
  ...checkoutOperations,
  ...paymentOperations,
  ...orderReads,
  ...ticketHolderSteps,
  ...accountOperations,
  ...contactOperations,
  ...subscriptionOperations,
  ...doorSteps,
  ...staffOperations,
  ...orderOperations,
  ...complimentaryOperations,
  ...mailOperations,
  ...ticketHolderOperations,
  ...todayOperations,
  ...peopleOperations,
  ...personPdfReads,
  ...messageOperations,
  ...newsletterOperations,
  ...auditOperations,
  ...reportOperations,
  ...concertOperations,
  ...cancellationOperations,
  ...choiceOperations,
  ...donationReads,
  ...runOperations,
  ...doorOperations,
};

type Operations = typeof operations;
type Name = keyof Operations;

type NamesOf<Kind, M> = {
  [N in Name]: Operations[N] extends { kind: Kind; may: M } ? N : never;
}[Name];

/** The reads of the office. */
export type ReadName = NamesOf<'read', OfficeMay>;
/** The reads of the shop. */
export type ShopReadName = NamesOf<'read', ShopMay>;
/** The steps of the shop. */
export type StepName = NamesOf<'step', ShopMay>;

export type InputOf<N extends Name> = define.InputOf<Operations[N]>;
export type OutputOf<N extends Name> = define.OutputOf<Operations[N]>;

/** What a step of the shop reads: the fields of its form, which may be a part of them or of another type. */
export type EntriesOf<N extends StepName> = Partial<
  Record<keyof z.input<Operations[N]['input']>, unknown>
>;

const all: Record<Name, define.Operation> = operations;
const changes: define.Changes = operations;

/** Reads for the caller. Throws 403 and the problems of the read. */
export const readFor = <N extends ReadName>(
  deps: Deps,
  name: N,
  caller: Caller,
  input: InputOf<N>,
): Promise<OutputOf<N>> => run(deps, name, all[name], caller, { readInput: () => input });

/**
 * Runs a change with the entries of a form, or the arguments of the command line. `form` is the text of the form that
 * was sent: a second one with the same text changes nothing and gets the first one's output. Throws a Problem, or
 * IdentityDue.
 */
export async function submit(
  deps: Deps,
  name: CommandName,
  entries: define.Entries,
  caller: Caller,
  form?: string,
): Promise<define.Output> {
  const change = changes[name];
  return await run(deps, name, change, caller, {
    readInput: () => parseEntries(change, entries, { deps, caller }),
    once: form === undefined ? null : nameForm(deps.tokens, name, change, caller, form),
  });
}

/** Reads for a visitor or a customer, whom it identifies. Throws 401, 419 and the problems of the read. */
export async function readForVisitor<N extends ShopReadName>(
  deps: ShopDeps,
  name: N,
  visitor: Visitor,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const caller = await identify(deps.pool, all[name].may, visitor);
  return await run(deps, name, all[name], caller, { readInput: () => input });
}

/** Takes a step with the entries of a form, for a visitor or a customer, whom it identifies. Throws a Problem. */
export async function takeStep<N extends StepName>(
  deps: ShopDeps,
  name: N,
  visitor: Visitor,
  entries: define.Entries,
  once: Once | null,
): Promise<OutputOf<N>> {
  const caller = await identify(deps.pool, operations[name].may, visitor);
  const { input } = operations[name];
  return await run(deps, name, all[name], caller, {
    readInput: () => validate(input, entries),
    once,
  });
}
