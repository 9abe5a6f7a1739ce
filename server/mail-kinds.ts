import {
  writeEmailChangedMail,
  writePasswordChangedMail,
  writePasswordResetMail,
  writeVerificationMail,
} from './people/account-mails.ts';
import { writeContactMail, writeReplyMail } from './messages/contact-message.ts';
import { writeConfirmationMail } from './newsletter/sign-up.ts';
import { writeDailyProgramme } from './newsletter/daily-programme.ts';
import {
  writeOrderCancelledMail,
  writeOrderConfirmationMail,
  writeOrderRefundedMail,
  writeTicketReissuedMail,
} from './documents/order-mails.ts';
import {
  writeChoiceReminderMail,
  writeConcertCancelledMail,
  writeDonationThanksMail,
} from './cancellation/cancel-mails.ts';
import { writeConcertChangedMail } from './cancellation/move-mail.ts';
import {
  writeStaffCredentials,
  writeStaffInvitation,
  writeStaffLocked,
} from './staff/staff-mails.ts';
import { writeConcertReminder } from './ticket-holders/concert-reminder.ts';
import { writeHolderMessage, writeOfficeTest } from './ticket-holders/holder-message-mail.ts';
import { writeFindTicketsMail } from './ticket-holders/find-tickets.ts';
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
  'holder-message': writeHolderMessage,
  'office-test': writeOfficeTest,
  'concert-reminder': writeConcertReminder,
  'find-tickets': writeFindTicketsMail,
  'contact-reply': writeReplyMail,
  'ticket-reissued': writeTicketReissuedMail,
  'concert-cancelled': writeConcertCancelledMail,
  'concert-changed': writeConcertChangedMail,
  'choice-reminder': writeChoiceReminderMail,
  'donation-thanks': writeDonationThanksMail,
  'staff-invitation': writeStaffInvitation,
  'staff-locked': writeStaffLocked,
  'staff-credentials': writeStaffCredentials,
  'office-alarm': writeOfficeAlarmMail,
};
