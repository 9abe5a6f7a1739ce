import type { MailKinds } from '../../platform/mail/email.ts';
import { writeOrderCancelledMail } from './write-order-cancelled-mail.ts';
import { writeOrderConfirmationMail } from './write-order-confirmation-mail.ts';
import { writeOrderRefundedMail } from './write-order-refunded-mail.ts';

/** The mails about orders. */
export const orderMailKinds: MailKinds = {
  'order-confirmation': writeOrderConfirmationMail,
  'order-refunded': writeOrderRefundedMail,
  'order-cancelled': writeOrderCancelledMail,
};
