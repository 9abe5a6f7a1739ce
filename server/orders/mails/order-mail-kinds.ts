import type { MailKinds } from '../../platform/mail/email.ts';
import { writeOrderCancelledMail } from '../../documents/mails/write-order-cancelled-mail.ts';
import { writeOrderConfirmationMail } from '../../documents/mails/write-order-confirmation-mail.ts';
import { writeOrderRefundedMail } from '../../documents/mails/write-order-refunded-mail.ts';

/** The mails about orders. */
export const orderMailKinds: MailKinds = {
  'order-confirmation': writeOrderConfirmationMail,
  'order-refunded': writeOrderRefundedMail,
  'order-cancelled': writeOrderCancelledMail,
};
