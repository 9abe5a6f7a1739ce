import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';

interface RefundedRow {
  amount_cents: number;
  /** 'tickets_gone' or 'mismatch'; null when nothing was left to refund. */
  reason: string | null;
}

/**
 * Kind `order-refunded`, facts `checkoutId`: the payment did not become an order and is refunded (api.md,
 * Payment and order).
 */
export const writeOrderRefundedMail: WriteEmail = async (facts, language, context) => {
  const { rows } = await context.pool.query<RefundedRow>(
    `select c.amount_cents, (select r.reason from refund r where r.checkout_id = c.id
                             order by r.id limit 1) as reason
     from checkout c where c.id = $1`,
    [Number(facts.checkoutId)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no checkout ${facts.checkoutId}`);
  const t = pickTexts(orderMailTexts, language);
  const areTicketsGone = row.reason === 'tickets_gone';
  const total = formatMoney(toEuro(row.amount_cents), language);
  return {
    subject: t.refundedSubject,
    preheader: areTicketsGone ? t.refundedPreheader : t.mismatchPreheader,
    heading: areTicketsGone ? t.refundedHeading : t.mismatchHeading,
    // without the name: no order confirms whose payment it was
    paragraphs: [
      t.plainGreeting,
      areTicketsGone ? t.refundedText({ total }) : t.mismatchText,
      t.refundedAsk,
    ],
    button: { label: t.toConcerts, url: `${context.publicUrl}/concerts/all` },
    replyTo: context.sender.email,
  };
};
