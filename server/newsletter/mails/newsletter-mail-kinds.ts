import type { MailKinds } from '../../platform/mail/email.ts';
import { writeConfirmationMail } from './write-confirmation-mail.ts';
import { writeDailyProgramme } from './write-daily-programme.ts';

/** The mails about a subscription, and those one subscribes to. */
export const newsletterMailKinds: MailKinds = {
  'newsletter-confirmation': writeConfirmationMail,
  'daily-programme': writeDailyProgramme,
};
