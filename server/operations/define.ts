import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import type { Role } from '#contract/office/staff.ts';
import type { Deps, ShopDeps } from '../deps.ts';
import type { FieldTexts, Problem } from '../platform/problem.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Caller, Customer, Visitor } from './caller.ts';

/**
 * The people who may run an operation of the office: somebody who may not have signed in yet, or these roles. The
 * command line may run all.
 */
export type May = 'signed-out staff' | readonly Role[];

/** How long a second submission gets a secret output: a double click, not a page left open (decision 13). */
export const SECRET_OUTPUT_SECONDS = 60;

/** The surroundings of an operation of the office. */
export interface Context {
  deps: Deps;
  caller: Caller;
}

/** In the transaction of a change. */
export type ChangeContext = Context & { client: PoolClient };

/** JSON, so that a repetition gets it from the database as it was. */
export type Output = Record<string, unknown>;

/** The entries of a form, or the arguments of the command line, as they came. */
export type Entries = Record<string, unknown>;

/** The result of a change. */
export interface Done<O> {
  output: O;
  /** Several for a change of several things; none where nothing has changed: the output then says `isUnchanged`. */
  audit?: AuditEntry | AuditEntry[];
  /** Runs after the commit. */
  after?: () => void;
}

/** An operation of the office that reads. */
export interface Read<I, O> {
  kind: 'read';
  may: May;
  run(context: Context, input: I): O | Promise<O>;
}

/** The people who may run an operation of the shop: everybody, or customers who have signed in. */
type ShopMay = 'anyone' | 'customer';

/** The surroundings of an operation of the shop. */
export interface ShopContext<M extends ShopMay = 'anyone'> {
  deps: ShopDeps;
  caller: M extends 'customer' ? Customer : Visitor | Customer;
}

/** An operation of the shop that reads. */
interface ShopRead<M extends ShopMay, I, O> {
  kind: 'read';
  may: M;
  run(context: ShopContext<M>, input: I): O | Promise<O>;
}

/**
 * What a visitor or a customer changes: one statement, or calls to the provider between statements. It opens its own
 * transactions. Repeated under its `requestKey`, because a process has died, it applies nothing twice.
 */
interface Step<M extends ShopMay, I, O> {
  kind: 'step';
  may: M;
  run(context: ShopContext<M> & { requestKey: Buffer | null }, input: I): Promise<O>;
}

/** Any operation of the shop, as `runForShop` gets it; the API's tables know its input and output. */
export type ShopOperation<I = unknown, O = unknown> =
  | ShopRead<'anyone', I, O>
  | ShopRead<'customer', I, O>
  | Step<'anyone', I, O>
  | Step<'customer', I, O>;

/** A change: one transaction with its audit entry (office.md 1). It throws a Problem for what is expected. */
export interface Change<E extends z.ZodType, O extends Output, P = unknown> {
  kind: 'change';
  may: May;
  /** Requires that the caller has confirmed their identity a short time ago (office.md 2.6). */
  confirms?: true;
  /** Set if the output is secret: how long a second submission may read it. */
  secretSeconds?: number;
  /** Its keys are the form's field names (office.md 12). */
  input: E;
  /** Errors by field that the schema does not see, from the entries as they came; shown together with its own. */
  findErrors?(context: Context, entries: Entries): Promise<FieldTexts>;
  /** Slow work before the transaction, such as hashing a password; it changes nothing. */
  prepare?(context: Context, input: z.output<E>): Promise<P>;
  run(context: ChangeContext, input: z.output<E>, prepared: P): Promise<Done<O>>;
  /** Runs after an expected problem has rolled the transaction back, for example to count a failed sign-in. */
  afterProblem?(context: Context, input: z.output<E>, problem: Problem): Promise<void>;
}

/** Declares a read; keeps its types together. */
export const defineRead = <I, O>(may: May, readFor: Read<I, O>['run']): Read<I, O> => ({
  kind: 'read',
  may,
  run: readFor,
});

/** The changes of the office by their names (office.md 12). */
export type Changes = Record<CommandName, Change<z.ZodType, Output>>;

/** Declares a read of the shop; keeps its types together. */
export const defineShopRead = <M extends ShopMay, I, O>(
  may: M,
  readFor: ShopRead<M, I, O>['run'],
): ShopRead<M, I, O> => ({ kind: 'read', may, run: readFor });

/** Declares a step of the shop; keeps its types together. */
export const defineStep = <M extends ShopMay, I, O>(
  may: M,
  take: Step<M, I, O>['run'],
): Step<M, I, O> => ({ kind: 'step', may, run: take });

/** Declares a change; keeps its types together. */
export const defineChange = <E extends z.ZodType, D extends Done<Output>, P = undefined>(
  change: Omit<Change<E, Output, P>, 'kind' | 'run'> & {
    run(context: ChangeContext, input: z.output<E>, prepared: P): Promise<D>;
  },
): Change<E, D['output'], P> => ({ kind: 'change', ...change });
