import type { MailQueries } from '#contract/office/mail-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of the outbox (office.md 8.4) read. */
export const mailQueries: QueryTable<MailQueries> = {};
