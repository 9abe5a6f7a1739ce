import { adminAndOffice } from '#contract/office/staff.ts';
import type { MailQueries } from '#contract/office/mail-queries.ts';
import { getMail } from './get-mail.ts';
import { listMails } from './list-mails.ts';
import { dropMail } from './drop-mail.ts';
import { resendMail } from './resend-mail.ts';
import { retryMail } from './retry-mail.ts';
import { retryRefusedMails } from './retry-refused-mails.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of the outbox (office.md 8.4). */
export const mailOperations = {
  'mail:resend': resendMail,
  'mail:retry': retryMail,
  'mail:retry-refused': retryRefusedMails,
  'mail:drop': dropMail,
  'mail:list': defineRead(adminAndOffice, ({ deps }, input) => listMails(deps.pool, input)),
  'mail:page': defineRead(adminAndOffice, getMail),
} satisfies OperationsOf<MailQueries>;
