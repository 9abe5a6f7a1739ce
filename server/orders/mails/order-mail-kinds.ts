import type { MailKinds } from '../../platform/mail/email.ts';
import { writeOrderCancelled } from './order-cancelled.ts';
import { writeOrderConfirmation } from './order-confirmation.ts';
import { writeOrderRefunded } from './order-refunded.ts';

/** The mails about orders. */
export const orderMailKinds: MailKinds = {
  'order-confirmation': writeOrderConfirmation,
  'order-refunded': writeOrderRefunded,
  'order-cancelled': writeOrderCancelled,
};
