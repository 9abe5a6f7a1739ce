import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import type { Role } from '#contract/office/staff.ts';
import type { Deps, ShopDeps } from '../deps.ts';
import type { FieldTexts, Problem } from '../platform/problem.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Caller, Customer, Visitor } from './caller.ts';

/**
 * The people of the shop who may run an operation: everybody; everybody, but known if signed in as a customer;
 * customers who are signed in.
 */
export type ShopMay = 'anyone' | 'visitor' | 'customer';

/** The people of the office: somebody who may not have signed in yet, or these roles. The command line may run all. */
export type OfficeMay = 'signed-out staff' | readonly Role[];

/** The people who may run an operation. */
export type May = ShopMay | OfficeMay;

/** How long a second submission gets a secret output: a double click, not a page left open (decision 13). */
export const SECRET_OUTPUT_SECONDS = 60;

/** The surroundings of an operation, by the people who may run it. */
export interface Context<M extends May = OfficeMay> {
  deps: M extends ShopMay ? ShopDeps : Deps;
  caller: M extends 'customer' ? Customer : M extends ShopMay ? Visitor | Customer : Caller;
}

/** The surroundings of an operation of the shop that needs no customer. */
export type ShopContext = Context<'anyone'>;

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

/** An operation that reads. */
export interface Read<M extends May, I, O> {
  kind: 'read';
  may: M;
  run(context: Context<M>, input: I): O | Promise<O>;
}

/** In a step. */
export type StepContext<M extends ShopMay = 'anyone'> = Context<M> & { requestKey: Buffer | null };

/**
 * What a visitor or a customer changes: one statement, or calls to the provider between statements. It opens its own
 * transactions. Repeated under its `requestKey`, because a process has died, it applies nothing twice. Its output is
 * JSON, so that a repetition gets it from the database as it was.
 */
export interface Step<M extends ShopMay, E extends z.ZodType, O> {
  kind: 'step';
  may: M;
  /** Reads the entries of a form, and the parameters and body of a call of the API alike. */
  input: E;
  run(context: StepContext<M>, input: z.output<E>): Promise<O>;
}

/** A change: one transaction with its audit entry (office.md 1). It throws a Problem for what is expected. */
export interface Change<E extends z.ZodType, O extends Output, P = unknown> {
  kind: 'change';
  may: OfficeMay;
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

/** Any operation, as `run` gets it; the table of operations knows its input and output. */
export type Operation =
  | Read<May, unknown, unknown>
  | Step<ShopMay, z.ZodType, unknown>
  | Change<z.ZodType, Output>;

/** What an operation runs with. */
export type InputOf<Op extends { run(...of: never[]): unknown }> = Parameters<Op['run']>[1];

/** What an operation returns; that of a change without its audit entry. */
export type OutputOf<Op extends { run(...of: never[]): unknown }> =
  Awaited<ReturnType<Op['run']>> extends infer O ? (O extends Done<infer D> ? D : O) : never;

/** The changes of the office by their names (office.md 12). */
export type Changes = Record<CommandName, Change<z.ZodType, Output>>;

/** Declares a read; keeps its types together. */
export const defineRead = <const M extends May, I, O>(
  may: M,
  readFor: Read<M, I, O>['run'],
): Read<M, I, O> => ({ kind: 'read', may, run: readFor });

/** Declares a step; keeps its types together. */
export const defineStep = <M extends ShopMay, E extends z.ZodType, O>(
  step: Omit<Step<M, E, O>, 'kind'>,
): Step<M, E, O> => ({ kind: 'step', ...step });

/** Declares a change; keeps its types together. */
export const defineChange = <E extends z.ZodType, D extends Done<Output>, P = undefined>(
  change: Omit<Change<E, Output, P>, 'kind' | 'run'> & {
    run(context: ChangeContext, input: z.output<E>, prepared: P): Promise<D>;
  },
): Change<E, D['output'], P> => ({ kind: 'change', ...change });
