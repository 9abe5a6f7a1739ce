import { formatDayAndTime } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findTicketDocument, toAttachment } from '../find-document.ts';
import { findWholeOrder } from '../find-whole-order.ts';
import { greetBuyer, orderUrl } from './write-order-confirmation-mail.ts';

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
