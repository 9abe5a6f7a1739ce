import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { fileTexts } from '#messages/office/files.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import type { LocalizedText } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { list, rowId } from '../operations/entries.ts';
import { nothingTicked, lockOrder, orderThing, endOrderLinks } from '../orders/order-ids.ts';
import { defineChange, type Context } from '../operations/define.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { drawOnDemand } from './draw-on-demand.ts';
import { listPostalOrders } from './to-document-data.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';
import { findDocument, getServedBytes } from './find-document.ts';

/** A stored PDF. */
export interface OfficePdf {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

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
async function listBoxOfficeOrders(
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

/**
 * One PDF: per order an address page and its valid tickets, of postal orders or of a concert for its box office
 * (office.md 7.6, 7.7). Leaves out what has become void since `order:print` checked it; 404 when nothing is left.
 */
export async function drawTicketsPdf(
  { deps, caller }: Context,
  {
    orders,
    concert,
    isSparing = false,
  }: { orders: string[]; concert: number | null; isSparing?: boolean },
): Promise<OfficePdf> {
  const printed =
    concert === null
      ? await listPostedOrders(deps.pool, orders)
      : await listBoxOfficeOrders(deps.pool, concert);
  const issuer = {
    festival: deps.festival.content(),
    tax: deps.env.taxTreatment,
    signer: createTicketSigner(deps.tokens),
  };
  const found = await listPostalOrders(deps.pool, issuer, {
    orderIds: printed.map(({ id }) => id),
    concertId: concert,
  });
  const [first, ...others] = found;
  if (first === undefined) throw new Problem('not_found');
  const texts = pickTexts(fileTexts, caller.language);
  return {
    bytes: await drawOnDemand({ kind: 'postal-orders', orders: [first, ...others], isSparing }),
    filename: `${texts.tickets}-${concert ?? texts.post}.pdf`,
  };
}

/** A document of an order, as its link serves it; 404 also for one of another order (office.md 1, HTTP). */
export async function getOrderDocument(
  { deps: { pool, festival } }: Context,
  { orderNo, id }: { orderNo: string; id: number },
): Promise<OfficePdf> {
  const { rowCount } = await pool.query(
    `select from document d join orders o on o.id = d.order_id where d.id = $1 and o.order_no = $2`,
    [id, orderNo],
  );
  const document = rowCount === 1 ? await findDocument(pool, id) : null;
  if (document === null) throw new Problem('not_found');
  const bytes = await getServedBytes(pool, () => festival.content(), document);
  return { bytes, filename: document.filename };
}

/** Makes the documents that an order lacks; what exists stays (office.md 7.2). */
export const createMissingDocuments = defineChange({
  may: adminAndOffice,
  input: z.object({ orderNo: z.string().toUpperCase() }),
  async run({ client }, { orderNo }) {
    const order = await lockOrder(client, orderNo);
    await client.query(
      `select enqueue_documents($1), array(select enqueue_cancellation(i.id) from invoice i
         where i.order_id = $1 and i.series = 'cancellation' and not exists (
           select from document d where d.invoice_id = i.id and d.kind = 'cancellation'))`,
      [order.id],
    );
    return { output: { orderNo: order.order_no }, audit: { thing: orderThing(order) } };
  },
});

/**
 * Voids the code of a valid ticket and puts a new ticket of the same type and price in its place; stock, revenue and
 * invoices stay as they are (office.md 7.3). Its PDF and mail follow by the documents' job, or it is posted again.
 */
export const reissueTicket = defineChange({
  may: adminAndOffice,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    ticket: rowId(),
    /** Whether the earlier links to the order end. */
    endLinks: z.string().default(''),
  }),
  async run({ client }, { orderNo, ticket, endLinks }) {
    const order = await lockOrder(client, orderNo);
    // two statements: the triggers count the void ticket first, and then that another one takes its place
    const { rowCount } = await client.query(
      `update ticket set voided_at = now() where id = $1 and order_id = $2 and voided_at is null`,
      [ticket, order.id],
    );
    if (rowCount === 0) {
      throw conflict(commandProblemTexts.ticketNotReissuable);
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into ticket (order_id, product_id, ticket_type_id, price_cents, replaces_id)
       select order_id, product_id, ticket_type_id, price_cents, id from ticket where id = $1 returning id`,
      [ticket],
    );
    const newTicket = rows[0]?.id ?? 0;
    await client.query(
      // an order that was not posted yet has waited since it was paid
      `update orders set post_since = case when posted_at is null then post_since else now() end,
         posted_at = null where id = $1`,
      [order.id],
    );
    if (endLinks !== '') await endOrderLinks(client, order.id);
    await client.query('select enqueue_documents($1)', [order.id]);
    return {
      output: { orderNo: order.order_no, ticket, newTicket },
      audit: {
        thing: orderThing(order),
        before: { ticket },
        after: { ticket: newTicket, detail: `${ticket} → ${newTicket}` },
      },
    };
  },
});
