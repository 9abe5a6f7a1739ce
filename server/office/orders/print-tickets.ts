import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import type { LocalizedText } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { list, rowId } from '../../operations/entries.ts';
import { nothingTicked } from './nothing-ticked.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** Orders of one PDF: more than the largest hall has seats. */
const MAX_PRINTED_ORDERS = 2_000;

/**
 * Records that tickets are printed: of these postal orders, or of a concert for its box office (office.md 7.6, 7.7).
 * The page then leads to the PDF. 409 if one of the orders cannot be printed. Each order has an audit entry.
 */
export const printTickets = defineChange({
  may: adminAndOffice,
  input: z.object({
    /** Order numbers. */
    order: list(),
    /** Id of a concert, instead of order numbers. */
    concert: rowId(),
  }),
  async run({ client }, { order, concert }) {
    const numbers = order.map((no) => no.toUpperCase()).filter((no) => no !== '');
    if (concert === 0 && numbers.length === 0) throw nothingTicked();
    const orders =
      concert === 0
        ? await listPrintableOrders(client, numbers)
        : await listBoxOfficeOrders(client, concert);
    if (orders.length === 0) throw conflict(commandProblemTexts.nothingToPrint);
    return {
      output: { orders: orders.map(({ orderNo }) => orderNo) },
      audit: orders.map(({ id, orderNo: name }) => ({ thing: { kind: 'order', id, name } })),
    };
  },
});

/** The orders that wait with valid tickets at the box office of a concert, by last name. */
export async function listBoxOfficeOrders(
  client: Pool | PoolClient,
  concertId: number,
): Promise<PrintableOrder[]> {
  const { rows } = await client.query<PrintableOrder>(
    `select o.id, o.order_no as "orderNo" from orders o join checkout c on c.id = o.checkout_id
     where c.delivery_method = 'boxoffice' and o.id in (
       select t.order_id from ticket t join product p on p.id = t.product_id
       where p.concert_id = $1 and t.voided_at is null)
     order by lower(c.details->>'last_name'), o.id limit ${MAX_PRINTED_ORDERS}`,
    [concertId],
  );
  return rows;
}

/** The postal orders among these numbers, the first bought first, without cancelled ones. */
export async function listPostedOrders(
  client: Pool | PoolClient,
  orderNumbers: string[],
): Promise<PrintableOrder[]> {
  const { rows } = await client.query<PrintableOrder>(
    `select id, order_no as "orderNo" from orders
     where order_no = any ($1) and post_since is not null and cancelled_at is null
     order by post_since, id limit ${MAX_PRINTED_ORDERS}`,
    [orderNumbers],
  );
  return rows;
}

/** An order whose tickets can be printed for the post. */
interface PrintableOrder {
  id: number;
  orderNo: string;
}

interface Row {
  given: string;
  id: number | null;
  order_no: string;
  is_postal: boolean;
  has_ticket: boolean;
}

/**
 * The postal orders with these numbers, the first bought first. Throws 409 with the reason for each number that cannot
 * be printed: unknown, not delivered by post, or without a valid ticket. A part of a pile would go unnoticed.
 */
export async function listPrintableOrders(
  client: Pool | PoolClient,
  orderNumbers: string[],
): Promise<PrintableOrder[]> {
  const { rows } = await client.query<Row>(
    `select n.given, o.id, o.order_no, o.post_since is not null as is_postal,
       o.cancelled_at is null and exists (
         select from ticket t where t.order_id = o.id and t.voided_at is null) as has_ticket
     from (select distinct unnest($1::text[]) as given) n left join orders o on o.order_no = n.given
     order by o.post_since, o.id, n.given`,
    [orderNumbers],
  );
  const reasons = rows.map(findReason).filter((reason) => reason !== null);
  if (reasons.length > 0) {
    const inLanguage = (language: keyof LocalizedText) =>
      reasons.map((reason) => reason[language]).join(' ');
    throw conflict({ de: inLanguage('de'), en: inLanguage('en') });
  }
  return rows.map((row) => ({ id: row.id ?? 0, orderNo: row.order_no }));
}

/** Why an order cannot be printed; null if it can. */
function findReason({ given: no, id, is_postal, has_ticket }: Row): LocalizedText | null {
  const { unknownOrder, notPostal, noValidTicket } = commandProblemTexts;
  const text =
    id === null ? unknownOrder : !is_postal ? notPostal : !has_ticket ? noValidTicket : null;
  return text && { de: text.de({ no }), en: text.en({ no }) };
}
