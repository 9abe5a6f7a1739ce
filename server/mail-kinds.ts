import {
  writeEmailChangedMail,
  writePasswordChangedMail,
  writePasswordResetMail,
  writeVerificationMail,
} from './accounts/account-mails.ts';
import { writeContactMail, writeReplyMail } from './messages/contact-message.ts';
import { writeConfirmationMail } from './newsletter/sign-up.ts';
import { writeDailyProgramme } from './newsletter/daily-programme.ts';
import { writeOrderCancelledMail } from './documents/mails/write-order-cancelled-mail.ts';
import { writeOrderConfirmationMail } from './documents/mails/write-order-confirmation-mail.ts';
import { writeOrderRefundedMail } from './documents/mails/write-order-refunded-mail.ts';
import { writeTicketReissuedMail } from './documents/mails/write-ticket-reissued-mail.ts';
import {
  writeStaffCredentials,
  writeStaffInvitation,
  writeStaffLocked,
} from './staff/staff-mails.ts';
import { writeOfficeAlarmMail } from './today/send-alarms.ts';
import type { MailKinds } from './platform/mail/email.ts';

/** Every kind of mail by its name, with the function that writes it. */
export const mailKinds: MailKinds = {
  'email-verification': writeVerificationMail,
  'password-reset': writePasswordResetMail,
  'email-changed': writeEmailChangedMail,
  'password-changed': writePasswordChangedMail,
  'contact-message': writeContactMail,
  'newsletter-confirmation': writeConfirmationMail,
  'daily-programme': writeDailyProgramme,
  'order-confirmation': writeOrderConfirmationMail,
  'order-refunded': writeOrderRefundedMail,
  'order-cancelled': writeOrderCancelledMail,
  'contact-reply': writeReplyMail,
  'ticket-reissued': writeTicketReissuedMail,
  'staff-invitation': writeStaffInvitation,
  'staff-locked': writeStaffLocked,
  'staff-credentials': writeStaffCredentials,
  'office-alarm': writeOfficeAlarmMail,
};
