import type { MailKinds } from '../../platform/mail/letter.ts';
import { writeConfirmationMail } from './write-confirmation-mail.ts';

/** The mails about a subscription itself. */
export const newsletterMailKinds: MailKinds = { 'newsletter-confirmation': writeConfirmationMail };
