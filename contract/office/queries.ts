// The data that the office's screens read, by name. Each feature declares its own.
import type { AuditQueries } from './audit-queries.ts';
import type { ComplimentaryQueries } from './complimentary-queries.ts';
import type { MailQueries } from './mail-queries.ts';
import type { MessageQueries } from './message-queries.ts';
import type { NewsletterQueries } from './newsletter-queries.ts';
import type { OrderQueries } from './order-queries.ts';
import type { PeopleQueries } from './people-queries.ts';
import type { StaffQueries } from './staff-queries.ts';
import type { TodayQueries } from './today-queries.ts';

/** Every query with its input and output. Its parts are types: an interface has no index signature for QueryTable. */
export type OfficeQueries = StaffQueries &
  OrderQueries &
  ComplimentaryQueries &
  MailQueries &
  TodayQueries &
  PeopleQueries &
  MessageQueries &
  NewsletterQueries &
  AuditQueries;
