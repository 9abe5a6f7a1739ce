import type { MailKinds } from '../../platform/mail/email.ts';
import { writePasswordResetMail } from './write-password-reset-mail.ts';
import { writeVerificationMail } from './write-verification-mail.ts';

/** The mails about accounts. */
export const accountMailKinds: MailKinds = {
  'email-verification': writeVerificationMail,
  'password-reset': writePasswordResetMail,
};
