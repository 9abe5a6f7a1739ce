import type { Language } from '#contract/language.ts';
import type { Staff } from '#contract/office/staff.ts';
import type { Deps } from '../deps.ts';

/** The reader of a query. `staff` is null on public screens. */
export interface QueryContext {
  deps: Deps;
  staff: Staff | null;
  language: Language;
  sessionId: number | null;
  /** Whether the identity was confirmed within STAFF_STEP_UP_MINUTES. */
  isConfirmed: boolean;
}

/** A table of queries with the contract's types. */
export type QueryTable<Queries extends Record<string, { input: unknown; output: unknown }>> = {
  [Name in keyof Queries]: (
    context: QueryContext,
    input: Queries[Name]['input'],
  ) => Promise<Queries[Name]['output']>;
};
