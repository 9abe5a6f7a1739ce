import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { findTicketsMailTexts } from '#messages/ticket-holders.ts';
import { orderUrl } from '../documents/order-mails.ts';
import { personCheckoutsSql } from '../orders/order-filter-sql.ts';
import type { EmailSection, WriteEmail } from '../platform/mail/email.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { emailSql, ordersSql } from '../orders/order-contact-sql.ts';

/** Orders in one mail. */
const MAX_ORDERS = 200;

/** SQL: the orders of the last 13 months whose mails go to the address $1, as the office has corrected it. */
const ordersOfAddressSql = `from ${ordersSql}
  where o.checkout_id in ${personCheckoutsSql('$1')} and email_key(${emailSql}) = email_key($1)
    and o.created_at > now() - interval '13 months'`;

/**
 * Queues the mail with the links of the orders of an address, to the address as it stands in them. Without an order it
 * is queued to the typed one, and dropped when it is written: the steps are the same, so that response and time reveal
 * nothing (product.md 12).
 */
export async function requestTickets(pool: Pool, email: string, language: Language): Promise<void> {
  const { rows } = await pool.query<{ email: string }>(
    `select ${emailSql} as email ${ordersOfAddressSql} limit 1`,
    [email],
  );
  await queueMail(pool, {
    kind: 'find-tickets',
    recipient: rows[0]?.email ?? email,
    language,
    facts: {},
    eventKey: `find-tickets-${randomUUID()}`,
  });
}

interface FoundOrder {
  order_no: string;
  created_at: Date;
  checkout_id: number;
  link_generation: number;
  concerts: { title_de: string; title_en: string; starts_at: string; valid: number }[];
}

const concertsSql = `select jsonb_agg(jsonb_build_object('title_de', k.title_de, 'title_en', k.title_en,
    'starts_at', k.starts_at, 'valid', (select count(*) from ticket t
      where t.order_id = o.id and t.product_id = p.id and t.voided_at is null)) order by k.starts_at, k.id)
  from product p join concert k on k.id = p.concert_id
  where p.id in (select product_id from checkout_line where checkout_id = o.checkout_id)`;

/** Kind `find-tickets`, no facts: the links of the orders of an address. Null when it has none (product.md 12). */
export const writeFindTicketsMail: WriteEmail = async (_facts, language, context) => {
  const { rows: orders } = await context.pool.query<FoundOrder>(
    `select o.order_no, o.created_at, o.checkout_id, o.link_generation,
       coalesce((${concertsSql}), '[]') as concerts
     ${ordersOfAddressSql} order by o.created_at desc, o.id desc limit ${MAX_ORDERS}`,
    [context.recipient],
  );
  if (orders.length === 0) return null;
  const t = pickTexts(findTicketsMailTexts, language);
  return {
    subject: t.subject,
    preheader: t.preheader,
    heading: t.heading,
    // without a name: anybody may have ordered with this address
    paragraphs: [t.greeting, t.intro({ count: orders.length })],
    sections: orders.map((order) => toSection(order, language, orderUrl(context, order))),
    smallPrint: [t.keepLinks, t.ignore],
    replyTo: context.sender.email,
  };
};

function toSection(order: FoundOrder, language: Language, url: string): EmailSection {
  const t = pickTexts(findTicketsMailTexts, language);
  return {
    heading: t.order({ orderNo: order.order_no, day: formatDate(order.created_at, language) }),
    lines: order.concerts.map((concert) => {
      const title = language === 'de' ? concert.title_de : concert.title_en;
      const time = formatDayAndTime(concert.starts_at, language);
      return `${t.concert({ title, time })}: ${t.tickets({ count: concert.valid })}`;
    }),
    link: { label: t.toOrder, url },
  };
}
