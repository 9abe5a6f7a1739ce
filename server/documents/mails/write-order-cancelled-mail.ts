import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findCancellationDocument, toAttachment } from '../find-document.ts';
import { findWholeOrder } from '../find-whole-order.ts';
import { greetBuyer, orderUrl } from './write-order-confirmation-mail.ts';

interface CancelledRow {
  amount_cents: number;
  voided: number;
}

/** Kind `order-cancelled`, facts `orderId` and `invoiceId`: an order was cancelled, whole or in part. */
export const writeOrderCancelledMail: WriteEmail = async (facts, language, context) => {
  const order = await findWholeOrder(context.pool, Number(facts.orderId));
  const { rows } = await context.pool.query<CancelledRow>(
    `select i.amount_cents, (select count(*)::int from ticket t
       where t.order_id = i.order_id and t.voided_at = i.issued_at) as voided
     from invoice i where i.id = $1`,
    [Number(facts.invoiceId)],
  );
  const row = rows[0];
  const document = await findCancellationDocument(context.pool, Number(facts.invoiceId));
  if (order === null || row === undefined || document === null) {
    throw new Error(`there is no cancellation ${facts.invoiceId} with its document`);
  }
  const t = pickTexts(orderMailTexts, language);
  const total = formatMoney(toEuro(Math.abs(row.amount_cents)), language);
  const isFree = row.amount_cents === 0;
  return {
    subject: t.cancelledSubject({ orderNo: order.order_no }),
    preheader: isFree ? t.cancelledFreePreheader : t.cancelledPreheader({ total }),
    heading: t.cancelledHeading,
    paragraphs: [
      greetBuyer(order, t),
      isFree ? t.cancelledFreeText : t.cancelledText({ total }),
      ...(row.voided > 0 ? [t.cancelledTickets({ count: row.voided })] : []),
      t.refundedAsk,
    ],
    button: { label: t.toOrder, url: orderUrl(context, order.checkout_id) },
    replyTo: context.sender.email,
    attachments: [toAttachment(document)],
  };
};
