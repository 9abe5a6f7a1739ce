import type { MailQueries } from '#contract/office/mail-queries.ts';
import type { QueryTable } from '../query.ts';
import { getMail } from './get-mail.ts';
import { listMails } from './list-mails.ts';

/** Data for the screens of the outbox (office.md 8.4). */
export const mailQueries: QueryTable<MailQueries> = {
  'mail:list': ({ deps }, input) => listMails(deps.pool, input),
  'mail:page': getMail,
};
