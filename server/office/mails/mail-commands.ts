import { dropMail } from './drop-mail.ts';
import { resendMail } from './resend-mail.ts';
import { retryMail } from './retry-mail.ts';
import { retryRefusedMails } from './retry-refused-mails.ts';

/** The commands of the outbox (office.md 8.4). */
export const mailCommands = {
  'mail:resend': resendMail,
  'mail:retry': retryMail,
  'mail:retry-refused': retryRefusedMails,
  'mail:drop': dropMail,
};
