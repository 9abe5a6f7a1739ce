import type { MessageQueries } from '#contract/office/message-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of messages (office.md 8.3) read. */
export const messageQueries: QueryTable<MessageQueries> = {};
