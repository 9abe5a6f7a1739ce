import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findCancellationDocument, toAttachment } from '../find-document.ts';
import { findWholeOrder } from '../find-whole-order.ts';
import { greetBuyer, orderUrl } from './write-order-confirmation-mail.ts';

type Texts = ReturnType<typeof pickTexts<typeof orderMailTexts>>;

interface CancelledRow {
  amount_cents: number;
  voided: number;
  /** Null: no money goes back with it. */
  refunded_cents: number | null;
}

/** Kind `order-cancelled`, facts `orderId` and `invoiceId`: an order was cancelled, whole or in part. */
export const writeOrderCancelledMail: WriteEmail = async (facts, language, context) => {
  const order = await findWholeOrder(context.pool, Number(facts.orderId));
  const { rows } = await context.pool.query<CancelledRow>(
    `select i.amount_cents, (select count(*)::int from ticket t
       where t.order_id = i.order_id and t.voided_at = i.issued_at) as voided, r.amount_cents as refunded_cents
     from invoice i left join refund r on r.id = i.refund_id where i.id = $1`,
    [Number(facts.invoiceId)],
  );
  const row = rows[0];
  const document = await findCancellationDocument(context.pool, Number(facts.invoiceId));
  if (order === null || row === undefined || document === null) {
    throw new Error(`there is no cancellation ${facts.invoiceId} with its document`);
  }
  const t = pickTexts(orderMailTexts, language);
  const total = formatMoney(toEuro(row.refunded_cents ?? 0), language);
  const hasValid = order.tickets.some((ticket) => ticket.voided_at === null);
  const words =
    row.amount_cents === 0
      ? toWords(t, t.cancelledFreePreheader, t.cancelledFreeText)
      : row.refunded_cents === null
        ? toWords(t, t.returnedPreheader, t.returnedText)
        : row.voided === 0 && hasValid
          ? {
              subject: t.partRefundedSubject,
              preheader: t.partRefundedHeading({ total }),
              heading: t.partRefundedHeading({ total }),
              text: t.partRefundedText({ total }),
            }
          : toWords(t, t.cancelledPreheader({ total }), t.cancelledText({ total }));
  return {
    subject: words.subject({ orderNo: order.order_no }),
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [
      greetBuyer(order, t),
      words.text,
      ...(row.voided > 0 ? [t.cancelledTickets({ count: row.voided })] : []),
      t.refundedAsk,
    ],
    button: { label: t.toOrder, url: orderUrl(context, order) },
    replyTo: context.sender.email,
    attachments: [toAttachment(document)],
  };
};

/** The words of a cancellation, as opposed to a refund that leaves all tickets valid. */
function toWords(t: Texts, preheader: string, text: string) {
  return { subject: t.cancelledSubject, preheader, heading: t.cancelledHeading, text };
}
