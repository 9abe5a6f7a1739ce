import type { CommandTable } from '../command.ts';
import { dropMail } from './drop-mail.ts';
import { resendOneMail } from './resend-one-mail.ts';
import { retryMail } from './retry-mail.ts';

/** The commands of the outbox (office.md 8.4). */
export const mailCommands = {
  'mail:resend': resendOneMail,
  'mail:retry': retryMail,
  'mail:drop': dropMail,
} satisfies CommandTable;
