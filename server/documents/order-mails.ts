import type { Language } from '#contract/language.ts';
import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type {
  EmailAttachment,
  EmailSection,
  MailContext,
  WriteEmail,
} from '../platform/mail/email.ts';
import {
  listDocumentsOfOrder,
  toAttachment,
  findCancellationDocument,
  findTicketDocument,
} from './find-document.ts';
import { findWholeOrder, type OrderConcertRow, type WholeOrder } from './find-whole-order.ts';

/** Mail servers accept at least 20 MB in base64; larger mails only link to the tickets. */
export const MAX_ATTACHMENT_BYTES = 8_000_000;

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
  const total = formatMoney(order.amount_cents - cancelledCents, language);
  return {
    subject: t.confirmedSubject({ orderNo: order.order_no, name: context.sender.name }),
    preheader: order.is_complimentary
      ? t.givenPreheader({ tickets: valid.length })
      : t.confirmedPreheader({ tickets: valid.length, total }),
    heading: t.confirmedHeading,
    paragraphs: [
      greetBuyer(order, t),
      deliveryText(order, isComplete, context.sender.postalNote, t),
      ...(cancelled.length > 0 ? [t.confirmedCancelled({ count: cancelled.length })] : []),
    ],
    button: { label: t.toOrder, url: orderUrl(context, order) },
    sections: toSections(order, t, language),
    facts: [
      { label: t.orderNumber, value: order.order_no },
      ...(order.delivery_cents > 0
        ? [{ label: t.postage, value: formatMoney(order.delivery_cents, language) }]
        : []),
      ...(order.is_complimentary ? [] : [{ label: t.total, value: total, isStrong: true }]),
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

function deliveryText(
  order: WholeOrder,
  isComplete: boolean,
  note: string | undefined,
  t: Texts,
): string {
  switch (order.delivery_method) {
    case 'onlineticket':
      return isComplete ? t.onlineAttached : t.onlineLink;
    case 'postal':
      return t.postal({ note });
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
              price:
                sold.price_cents === 0
                  ? ''
                  : formatMoney(sold.quantity * sold.price_cents, language),
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

interface CancelledRow {
  amount_cents: number;
  voided: number;
  /** Null: no money goes back with it. */
  refunded_cents: number | null;
  /** Whether the buyer has returned the tickets, and donated a part or all. */
  is_donated: boolean;
}

/**
 * Kind `order-cancelled`, facts `orderId` and `invoiceId`: an order was cancelled, whole or in part. `tickets` instead
 * of `invoiceId`: that number of complimentary tickets was taken back.
 */
export const writeOrderCancelledMail: WriteEmail = async (facts, language, context) => {
  const order = await findWholeOrder(context.pool, Number(facts.orderId));
  if (order !== null && facts['tickets'] !== undefined) {
    const t = pickTexts(orderMailTexts, language);
    return {
      subject: t.cancelledSubject({ orderNo: order.order_no }),
      preheader: t.cancelledFreePreheader,
      heading: t.takenBackHeading,
      paragraphs: [
        greetBuyer(order, t),
        t.takenBackText({ count: Number(facts['tickets']) }),
        t.refundedAsk,
      ],
      button: { label: t.toOrder, url: orderUrl(context, order) },
      replyTo: context.sender.email,
    };
  }
  const { rows } = await context.pool.query<CancelledRow>(
    `select i.amount_cents, (select count(*)::int from ticket t
       where t.order_id = i.order_id and t.voided_at = i.issued_at) as voided, r.amount_cents as refunded_cents,
       exists (select from donation d where (d.run_id, d.order_id) = (t.run_id, t.order_id)) as is_donated
     from invoice i left join run_item t on t.invoice_id = i.id
     left join refund r on r.id = coalesce(i.refund_id, t.refund_id) where i.id = $1`,
    [Number(facts.invoiceId)],
  );
  const row = rows[0];
  const document = await findCancellationDocument(context.pool, Number(facts.invoiceId));
  if (order === null || row === undefined || document === null) {
    throw new Error(`there is no cancellation ${facts.invoiceId} with its document`);
  }
  const t = pickTexts(orderMailTexts, language);
  const hasValid = order.tickets.some((ticket) => ticket.voided_at === null);
  const words = describeCancellation(row, hasValid, t, language);
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

function describeCancellation(row: CancelledRow, hasValid: boolean, t: Texts, language: Language) {
  if (row.amount_cents === 0) return toWords(t, t.cancelledFreePreheader, t.cancelledFreeText);
  if (row.refunded_cents === null) {
    return row.is_donated
      ? toWords(t, t.donatedPreheader, t.donatedText)
      : toWords(t, t.returnedPreheader, t.returnedText);
  }
  const total = formatMoney(row.refunded_cents, language);
  if (row.voided > 0 || !hasValid) {
    return toWords(t, t.cancelledPreheader({ total }), t.cancelledText({ total }));
  }
  const heading = t.partRefundedHeading({ total });
  const text = t.partRefundedText({ total });
  return { subject: t.partRefundedSubject, preheader: heading, heading, text };
}

/** The words of a cancellation, as opposed to a refund that leaves all tickets valid. */
function toWords(t: Texts, preheader: string, text: string) {
  return { subject: t.cancelledSubject, preheader, heading: t.cancelledHeading, text };
}

interface RefundedRow {
  amount_cents: number;
  /** 'tickets_gone' or 'mismatch'; null when nothing was left to refund. */
  reason: string | null;
  is_cancelled: boolean;
}

/**
 * Kind `order-refunded`, facts `checkoutId`: the payment did not become an order and is refunded (api.md,
 * Payment and order).
 */
export const writeOrderRefundedMail: WriteEmail = async (facts, language, context) => {
  const { rows } = await context.pool.query<RefundedRow>(
    `select c.amount_cents, (select r.reason from refund r where r.checkout_id = c.id
                             order by r.id limit 1) as reason,
       exists (select from checkout_line l join product p on p.id = l.product_id join concert k on k.id = p.concert_id
         where l.checkout_id = c.id and k.cancelled_at is not null) as is_cancelled
     from checkout c where c.id = $1`,
    [Number(facts.checkoutId)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no checkout ${facts.checkoutId}`);
  const t = pickTexts(orderMailTexts, language);
  const total = formatMoney(row.amount_cents, language);
  const words =
    row.reason !== 'tickets_gone'
      ? { preheader: t.mismatchPreheader, heading: t.mismatchHeading, text: t.mismatchText }
      : row.is_cancelled
        ? {
            preheader: t.concertGonePreheader,
            heading: t.concertGoneHeading,
            text: t.concertGoneText({ total }),
          }
        : {
            preheader: t.refundedPreheader,
            heading: t.refundedHeading,
            text: t.refundedText({ total }),
          };
  return {
    subject: t.refundedSubject,
    preheader: words.preheader,
    heading: words.heading,
    // without the name: no order confirms whose payment it was
    paragraphs: [t.plainGreeting, words.text, t.refundedAsk],
    button: { label: t.toConcerts, url: `${context.publicUrl}/concerts/all` },
    replyTo: context.sender.email,
  };
};

/**
 * Kind `ticket-reissued`, facts `orderId` and `ticketId`: the new ticket of an order (office.md 8.6). Null when that
 * ticket is void by now.
 */
export const writeTicketReissuedMail: WriteEmail = async (facts, language, context) => {
  const order = await findWholeOrder(context.pool, Number(facts.orderId));
  const ticket = order?.tickets.find(({ id }) => id === Number(facts.ticketId));
  if (order === null || ticket === undefined || ticket.voided_at !== null) return null;
  const document = await findTicketDocument(context.pool, ticket.id);
  if (document === null) throw new Error(`there is no document of ticket ${ticket.id}`);
  const t = pickTexts(orderMailTexts, language);
  const isGerman = language === 'de';
  const concert = order.concerts.find(({ id }) => id === ticket.concert_id);
  return {
    subject: t.reissuedSubject({ orderNo: order.order_no }),
    preheader: t.reissuedPreheader,
    heading: t.reissuedHeading,
    paragraphs: [greetBuyer(order, t), t.reissuedText],
    button: { label: t.toOrder, url: orderUrl(context, order) },
    sections:
      concert === undefined
        ? []
        : [
            {
              heading: isGerman ? concert.title_de : concert.title_en,
              lines: [
                formatDayAndTime(concert.starts_at, language),
                isGerman ? ticket.name_de : ticket.name_en,
              ],
            },
          ],
    smallPrint: [t.refundedAsk],
    replyTo: context.sender.email,
    attachments: [toAttachment(document)],
  };
};
