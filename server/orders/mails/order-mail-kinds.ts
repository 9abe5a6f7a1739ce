import type { MailKinds } from '../../platform/mail/email.ts';
import { writeOrderCancelled } from '../../documents/mails/write-order-cancelled-mail.ts';
import { writeOrderConfirmation } from '../../documents/mails/write-order-confirmation-mail.ts';
import { writeOrderRefunded } from '../../documents/mails/write-order-refunded-mail.ts';

/** The mails about orders. */
export const orderMailKinds: MailKinds = {
  'order-confirmation': writeOrderConfirmation,
  'order-refunded': writeOrderRefunded,
  'order-cancelled': writeOrderCancelled,
};
