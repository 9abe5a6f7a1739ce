import type { OfficeQueries } from '#contract/office/queries.ts';
import type { QueryTable } from './query.ts';
import { orderQueries } from './orders/order-queries.ts';
import { mailQueries } from './mails/mail-queries.ts';
import { todayQueries } from './today/today-queries.ts';
import { peopleQueries } from './people/people-queries.ts';
import { messageQueries } from './messages/message-queries.ts';
import { newsletterQueries } from './newsletter/newsletter-queries.ts';
import { auditQueries } from './audit/audit-queries.ts';
import { staffQueries } from './staff/staff-queries.ts';

export type { QueryContext, QueryTable } from './query.ts';

/** Every query of the office by its name; each feature adds its own. */
export const officeQueries: QueryTable<OfficeQueries> = {
  ...staffQueries,
  ...orderQueries,
  ...mailQueries,
  ...todayQueries,
  ...peopleQueries,
  ...messageQueries,
  ...newsletterQueries,
  ...auditQueries,
};
