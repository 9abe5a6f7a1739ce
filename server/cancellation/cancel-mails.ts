import type { Pool } from 'pg';
import { formatDate, formatDayAndTime, formatMoney } from '#contract/format.ts';
import type { LocalizedText, Language } from '#contract/language.ts';
import { cancellationTexts } from '#messages/cancellation.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import { findCancellationDocument, toAttachment } from '../documents/find-document.ts';
import { findWholeOrder, type WholeOrder } from '../documents/find-whole-order.ts';
import { greetBuyer, orderUrl } from '../documents/order-mails.ts';
import type { EmailSection, MailContext, WriteEmail } from '../platform/mail/email.ts';
import type { ChoiceFacts } from './refund-buyer.ts';

/** An item of a cancelled concert, with the concert. */
interface ItemRow {
  id: number;
  state: string;
  owed_cents: number;
  facts: ChoiceFacts;
  voided: number;
  title_de: string;
  title_en: string;
  starts_at: Date;
  venue_de: string;
  venue_en: string;
  reason: LocalizedText | null;
}

async function getItem(pool: Pool, itemId: number): Promise<ItemRow> {
  const { rows } = await pool.query<ItemRow>(
    `select i.id, i.state, i.owed_cents, i.facts, c.title_de, c.title_en, c.starts_at, v.name_de as venue_de,
       v.name_en as venue_en, c.cancel_reason as reason,
       (select count(*)::integer from ticket t where t.order_id = i.order_id
          and t.voided_at = (select issued_at from invoice where id = i.invoice_id)) as voided
     from run_item i join run r on r.id = i.run_id join concert c on c.id = r.concert_id
     join venue v on v.id = c.venue_id where i.id = $1`,
    [itemId],
  );
  const [item] = rows;
  if (item === undefined) throw new Error(`there is no item ${itemId} of a cancelled concert`);
  return item;
}

async function getOrder({ pool }: MailContext, orderId: number): Promise<WholeOrder> {
  const order = await findWholeOrder(pool, orderId);
  if (order === null) throw new Error(`there is no order ${orderId}`);
  return order;
}

/**
 * Kind `concert-cancelled`, facts `orderId`, `itemId` and `invoiceId`: the concert is cancelled, with the invoice and
 * what becomes of the money (office.md 6). Complimentary tickets have no invoice; `tickets` is their number.
 */
export const writeConcertCancelledMail: WriteEmail = async (facts, language, context) => {
  const order = await getOrder(context, Number(facts.orderId));
  const item = await getItem(context.pool, Number(facts.itemId));
  const { invoiceId } = facts;
  const document =
    invoiceId === undefined
      ? null
      : await findCancellationDocument(context.pool, Number(invoiceId));
  if (invoiceId !== undefined && document === null)
    throw new Error(`there is no document of invoice ${invoiceId}`);
  const t = pickTexts(cancellationTexts, language);
  const isAsked = item.facts.endsAt !== undefined;
  const amount = formatMoney(item.owed_cents, language);
  return {
    subject: t.subject({
      title: titleOf(item, language),
      date: formatDate(item.starts_at, language),
    }),
    preheader: t.preheader,
    heading: t.heading,
    paragraphs: [
      greetBuyer(order, pickTexts(orderMailTexts, language)),
      ...(item.reason === null ? [] : [item.reason[language]]),
      document === null
        ? t.tickets({ count: Number(facts.tickets) })
        : `${t.tickets({ count: item.voided })} ${t.invoice}`,
      ...(item.owed_cents === 0
        ? []
        : [isAsked ? describeChoice(item, language) : t.refunded({ amount })]),
    ],
    button: isAsked
      ? { label: t.button, url: choiceUrl(context, order, item) }
      : { label: t.toOrder, url: orderUrl(context, order) },
    sections: [toSection(item, language)],
    smallPrint: [t.ask],
    replyTo: context.sender.email,
    ...(document && { attachments: [toAttachment(document)] }),
  };
};

/** Kind `choice-reminder`, facts `orderId` and `itemId`. Null once the buyer has answered. */
export const writeChoiceReminderMail: WriteEmail = async (facts, language, context) => {
  const item = await getItem(context.pool, Number(facts.itemId));
  if (item.state !== 'asked' || item.facts.answer !== undefined) return null;
  const order = await getOrder(context, Number(facts.orderId));
  const t = pickTexts(cancellationTexts, language);
  const subject = t.reminderSubject({ title: titleOf(item, language) });
  return {
    subject,
    preheader: t.heading,
    heading: t.heading,
    paragraphs: [
      greetBuyer(order, pickTexts(orderMailTexts, language)),
      describeChoice(item, language),
    ],
    button: { label: t.button, url: choiceUrl(context, order, item) },
    sections: [toSection(item, language)],
    smallPrint: [t.ask],
    replyTo: context.sender.email,
  };
};

/** Kind `donation-thanks`, facts `orderId` and `cents`. */
export const writeDonationThanksMail: WriteEmail = async (facts, language, context) => {
  const order = await getOrder(context, Number(facts.orderId));
  const t = pickTexts(cancellationTexts, language);
  const { rows } = await context.pool.query<{ donations: { note: LocalizedText } | null }>(
    `select content->'association'->'donations' as donations from festival`,
  );
  const note = rows[0]?.donations?.note[language];
  const amount = formatMoney(Number(facts.cents), language);
  return {
    subject: t.thanksSubject,
    preheader: t.thanks({ amount }),
    heading: t.thanksSubject,
    paragraphs: [
      greetBuyer(order, pickTexts(orderMailTexts, language)),
      t.thanks({ amount }),
      ...(note === undefined ? [] : [note]),
    ],
    replyTo: context.sender.email,
  };
};

const titleOf = (item: ItemRow, language: Language) =>
  language === 'de' ? item.title_de : item.title_en;

const describeChoice = (item: ItemRow, language: Language): string =>
  pickTexts(cancellationTexts, language).choose({
    amount: formatMoney(item.owed_cents, language),
    until: formatDayAndTime(item.facts.endsAt ?? '', language),
  });

const toSection = (item: ItemRow, language: Language): EmailSection => ({
  heading: titleOf(item, language),
  lines: [
    formatDayAndTime(item.starts_at, language),
    language === 'de' ? item.venue_de : item.venue_en,
  ],
});

/** The address of a buyer's choice; the link alone gives access, as long as the order's links do. */
export const choiceUrl = (
  { publicUrl, tokens }: MailContext,
  order: WholeOrder,
  item: { id: number },
): string =>
  `${publicUrl}/ticketshop/choice/${tokens.sign('choice', item.id, order.link_generation)}`;
