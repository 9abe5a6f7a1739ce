import type { Language } from '#contract/language.ts';
import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type {
  EmailAttachment,
  EmailSection,
  MailContext,
  WriteEmail,
} from '../../platform/mail/email.ts';
import { listDocumentsOfOrder, toAttachment } from '../find-document.ts';
import { findWholeOrder, type OrderConcertRow, type WholeOrder } from '../find-whole-order.ts';

/** Mail servers accept at least 20 MB in base64; larger mails only link to the tickets. */
const MAX_ATTACHMENT_BYTES = 8_000_000;

type Texts = ReturnType<typeof pickTexts<typeof orderMailTexts>>;

/**
 * Kind `order-confirmation`, facts `orderId`: the order as it is now, without cancelled tickets, a link to it and all
 * its PDFs (product.md 12). Null when the whole order was cancelled before the mail was sent.
 */
export const writeOrderConfirmationMail: WriteEmail = async (facts, language, context) => {
  const order = await findWholeOrder(context.pool, Number(facts.orderId));
  if (order === null) throw new Error(`there is no order ${facts.orderId}`);
  const valid = order.tickets.filter((ticket) => ticket.voided_at === null);
  if (valid.length === 0) return null;
  const t = pickTexts(orderMailTexts, language);
  const { attachments, isComplete } = await findAttachments(context, order);
  const cancelled = order.tickets.filter((ticket) => ticket.voided_at !== null);
  const cancelledCents = cancelled.reduce((sum, ticket) => sum + ticket.price_cents, 0);
  const total = formatMoney(toEuro(order.amount_cents - cancelledCents), language);
  return {
    subject: t.confirmedSubject({ orderNo: order.order_no, name: context.sender.name }),
    preheader: t.confirmedPreheader({ tickets: valid.length, total }),
    heading: t.confirmedHeading,
    paragraphs: [
      greetBuyer(order, t),
      deliveryText(order, isComplete, t),
      ...(cancelled.length > 0 ? [t.confirmedCancelled({ count: cancelled.length })] : []),
    ],
    button: { label: t.toOrder, url: orderUrl(context, order) },
    sections: toSections(order, t, language),
    facts: [
      { label: t.orderNumber, value: order.order_no },
      ...(order.delivery_cents > 0
        ? [{ label: t.postage, value: formatMoney(toEuro(order.delivery_cents), language) }]
        : []),
      { label: t.total, value: total, isStrong: true },
    ],
    smallPrint: [t.withdrawal, t.keepLink],
    replyTo: context.sender.email,
    attachments,
  };
};

/** Greets a buyer; by name only if the order was paid. */
export function greetBuyer({ amount_cents, contact }: WholeOrder, t: Texts): string {
  if (amount_cents === 0) return t.plainGreeting;
  return t.greeting({ name: contact.name });
}

/** The URL of the order's page; the link alone gives access. */
export function orderUrl(
  { publicUrl, tokens }: MailContext,
  order: Pick<WholeOrder, 'checkout_id' | 'link_generation'>,
): string {
  const token = tokens.sign('order', order.checkout_id, order.link_generation);
  return `${publicUrl}/ticketshop/order-confirmation?token=${token}`;
}

function deliveryText(order: WholeOrder, isComplete: boolean, t: Texts): string {
  switch (order.delivery_method) {
    case 'onlineticket':
      return isComplete ? t.onlineAttached : t.onlineLink;
    case 'postal':
      return t.postal;
    case 'boxoffice':
      return t.boxoffice({ orderNo: order.order_no });
  }
}

/** The concerts with valid tickets. */
function toSections(order: WholeOrder, t: Texts, language: Language): EmailSection[] {
  const isGerman = language === 'de';
  const lines = order.lines
    .map((line) => ({ ...line, quantity: countValid(order, line.ticket_type_id) }))
    .filter(({ quantity }) => quantity > 0);
  return (order.sold_concerts ?? order.concerts)
    .filter(({ id }) => lines.some((sold) => sold.concert_id === id))
    .map((concert) => ({
      heading: isGerman ? concert.title_de : concert.title_en,
      lines: [
        formatDayAndTime(concert.starts_at, language),
        isGerman ? concert.venue.name_de : concert.venue.name_en,
        ...describeMove(order, concert, t, language),
        ...lines
          .filter((sold) => sold.concert_id === concert.id)
          .map((sold) =>
            t.line({
              quantity: sold.quantity,
              name: isGerman ? sold.name_de : sold.name_en,
              price: formatMoney(toEuro(sold.quantity * sold.price_cents), language),
            }),
          ),
      ],
    }));
}

/** Where a concert takes place now, if its tickets and the invoice still say otherwise. */
function describeMove(
  order: WholeOrder,
  sold: OrderConcertRow,
  t: Texts,
  language: Language,
): string[] {
  const now = order.concerts.find(({ id }) => id === sold.id);
  if (now === undefined) return [];
  const isSame =
    Date.parse(now.starts_at) === Date.parse(sold.starts_at) && now.venue.slug === sold.venue.slug;
  if (isSame) return [];
  const venue = language === 'de' ? now.venue.name_de : now.venue.name_en;
  return [t.moved({ time: formatDayAndTime(now.starts_at, language), venue })];
}

const countValid = ({ tickets }: WholeOrder, ticketTypeId: number): number =>
  tickets.filter((ticket) => ticket.ticket_type_id === ticketTypeId && ticket.voided_at === null)
    .length;

/** All documents, or without the tickets if they are too large together. */
async function findAttachments(
  { pool }: MailContext,
  order: WholeOrder,
): Promise<{ attachments: EmailAttachment[]; isComplete: boolean }> {
  const found = await listDocumentsOfOrder(pool, order.id);
  const total = found.reduce((sum, { size }) => sum + size, 0);
  const isComplete = total <= MAX_ATTACHMENT_BYTES;
  const attached = isComplete ? found : found.filter(({ kind }) => kind !== 'ticket');
  return { attachments: attached.map(toAttachment), isComplete };
}
