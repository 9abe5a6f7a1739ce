import type { Language } from '#contract/language.ts';
import type { OfficeQueries } from '#contract/office/queries.ts';
import type { Staff } from '#contract/office/staff.ts';
import type { OfficeDeps } from './command.ts';
import { complimentaryQueries } from './complimentary/complimentary-queries.ts';
import { orderQueries } from './orders/order-queries.ts';
import { mailQueries } from './mails/mail-queries.ts';
import { todayQueries } from './today/today-queries.ts';
import { peopleQueries } from './people/people-queries.ts';
import { messageQueries } from './messages/message-queries.ts';
import { newsletterQueries } from './newsletter/newsletter-queries.ts';
import { auditQueries } from './audit/audit-queries.ts';
import { staffQueries } from './staff/staff-queries.ts';

/** The reader of a query. `staff` is null on public screens. */
export interface QueryContext {
  deps: OfficeDeps;
  staff: Staff | null;
  language: Language;
  sessionId: number | null;
}

/** A table of queries with the types of the contract. */
export type QueryTable<Queries extends Record<string, { input: unknown; output: unknown }>> = {
  [Name in keyof Queries]: (
    context: QueryContext,
    input: Queries[Name]['input'],
  ) => Promise<Queries[Name]['output']>;
};

/** Every query of the office by its name; each feature adds its own. */
export const officeQueries: QueryTable<OfficeQueries> = {
  ...staffQueries,
  ...orderQueries,
  ...complimentaryQueries,
  ...mailQueries,
  ...todayQueries,
  ...peopleQueries,
  ...messageQueries,
  ...newsletterQueries,
  ...auditQueries,
};
