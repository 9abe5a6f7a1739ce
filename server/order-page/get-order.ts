import { toBerlinIso } from '#contract/berlin-time.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import type { FrozenDetails } from '../checkout/freeze-cart.ts';
import type { PaidCard } from '../orders/create-order.ts';
import { getOpenCents, getOpenPostageCents } from '../payment/refund.ts';
import { actorOf } from '../operations/caller.ts';
import { languageSql, ordersSql } from '../orders/order-contact-sql.ts';
import { orderStateSql, undecidedTicketsSql } from '../orders/order-filter-sql.ts';
import {
  listOrderDocuments,
  listOrderRefunds,
  listAdmissions,
  listOrderEvents,
  type OrderRefund,
  type OrderDocument,
  type OrderEvent,
} from './order-parts.ts';
import { isDeliveredSql, postAddressSql, type OrderContact } from './change-contact.ts';
import { listOrderTickets, orderBuyerSql, type OrderTicket } from '../orders/list-orders.ts';
import { Problem, conflict, invalidField } from '../platform/problem.ts';
import { z } from 'zod';
import { toText } from '#contract/typed-text.ts';
import { formTexts } from '#messages/office/forms.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { optionalText, rowId } from '../operations/entries.ts';
import { lockOrder, orderThing } from '../orders/order-ids.ts';
import { defineChange, type Context } from '../operations/define.ts';
import type { OrderState } from '#contract/office/states.ts';

/** A note of staff. */
interface OrderNote {
  id: number;
  author: string;
  text: string;
  createdAt: string;
  /** Whether the reader may remove it. */
  isRevocable: boolean;
}

/** An order with everything that its page shows. */
export interface OrderPage {
  id: number;
  orderNo: string;
  createdAt: string;
  state: OrderState;
  isComplimentary: boolean;
  deliveryMethod: DeliveryMethod;
  deliveryCents: number;
  amountCents: number;
  refundableCents: number;
  /** Failed refunds that nobody has dealt with. */
  owedCents: number;
  intentId: string;
  /** The bank has taken the money back; the provider refuses a refund. */
  hasLostDispute: boolean;
  /** Money went back without the office, and nobody has decided about the tickets yet. */
  needsTicketDecision: boolean;
  /** As the provider gives it. */
  card: { brand: string; last4: string } | null;
  contact: Omit<OrderContact, 'delivery'>;
  /** Whether no ticket has left yet. */
  mayChangeDelivery: boolean;
  /** The rest of the postage that can be refunded. */
  postageCents: number;
  /** The text on the invoice. */
  buyer: { name: string; street: string; city: string; country: string; email: string | null };
  postSince: string | null;
  postedAt: string | null;
  tickets: (OrderTicket & { isAdmitted: boolean })[];
  refunds: OrderRefund[];
  documents: OrderDocument[];
  notes: OrderNote[];
  timeline: OrderEvent[];
}

/** Minutes in which the author can undo a note (office.md 7.3). */
const NOTE_UNDO_MINUTES = 10;

interface OrderRow {
  id: number;
  checkout_id: number;
  order_no: string;
  created_at: Date;
  state: OrderState;
  is_complimentary: boolean;
  delivery_method: DeliveryMethod;
  delivery_cents: number;
  amount_cents: number;
  intent_id: string;
  has_lost_dispute: boolean;
  needs_ticket_decision: boolean;
  language: Language;
  details: FrozenDetails;
  name: string;
  email: string | null;
  contact_language: Language;
  door_note: string | null;
  post_name: string | null;
  street: string | null;
  zip: string | null;
  city: string | null;
  is_delivered: boolean;
  post_since: Date | null;
  posted_at: Date | null;
  card: PaidCard | null;
}

const selectOrder = `
  select o.id, o.checkout_id, o.order_no, o.created_at, ${orderStateSql} as state,
    o.origin = 'complimentary' as is_complimentary, c.delivery_method,
    c.delivery_cents, c.amount_cents, c.intent_id, c.language, c.details, o.post_since, o.posted_at,
    exists (select from dispute where intent_id = c.intent_id and status = 'lost') as has_lost_dispute,
    ${undecidedTicketsSql} as needs_ticket_decision,
    case when o.card_last4 is not null then
      jsonb_build_object('brand', o.card_brand, 'last4', o.card_last4) end as card,
    ${orderBuyerSql}, ${languageSql} as contact_language, x.door_note, x.post_name,
    ${postAddressSql}, ${isDeliveredSql} as is_delivered
  from ${ordersSql}
  where o.order_no = $1`;

/** An order with everything that its page shows (office.md 7.2). Throws 404 for an unknown number. */
export async function getOrder(
  { deps: { pool, festival }, caller }: Context,
  { orderNo }: { orderNo: string },
): Promise<OrderPage> {
  const { language } = caller;
  const { countryIds } = festival.delivery();
  const { rows } = await pool.query<OrderRow>(selectOrder, [orderNo, countryIds]);
  const row = rows[0];
  if (row === undefined) throw new Problem('not_found');
  const [{ restCents, owedCents, uninvoicedCents }, tickets, refunds, documents, notes, timeline] =
    await Promise.all([
      getOpenCents(pool, row),
      listOrderTickets(pool, row.id, language),
      listOrderRefunds(pool, row.checkout_id, language),
      listOrderDocuments(pool, row.id),
      listNotes(pool, row.id, actorOf(caller).id),
      listOrderEvents(pool, row.id, language),
    ]);
  const { details } = row;
  const admissions = await listAdmissions(pool, tickets);
  return {
    id: row.id,
    orderNo: row.order_no,
    createdAt: toBerlinIso(row.created_at),
    state: row.state,
    isComplimentary: row.is_complimentary,
    deliveryMethod: row.delivery_method,
    deliveryCents: row.delivery_cents,
    amountCents: row.amount_cents,
    refundableCents: restCents,
    owedCents,
    intentId: row.intent_id,
    hasLostDispute: row.has_lost_dispute,
    needsTicketDecision: row.needs_ticket_decision,
    card: row.card,
    contact: toContact(row),
    mayChangeDelivery: !row.is_delivered && tickets.some(({ state }) => state === 'valid'),
    postageCents: await getOpenPostageCents(pool, row, uninvoicedCents),
    buyer: {
      name: `${details.first_name} ${details.last_name}`,
      street: details.street,
      city: `${details.zip} ${details.city}`,
      country: language === 'de' ? details.country_de : details.country_en,
      email: details.email,
    },
    postSince: toBerlinIso(row.post_since),
    postedAt: toBerlinIso(row.posted_at),
    tickets: tickets.map((ticket) => ({
      ...ticket,
      isAdmitted: admissions.some(({ ticketId }) => ticketId === ticket.id),
    })),
    refunds,
    documents,
    notes,
    timeline: [...timeline, ...admissions.map(({ event }) => event)].toSorted(
      (a, b) => Date.parse(a.at) - Date.parse(b.at),
    ),
  };
}

const toContact = (row: OrderRow): OrderPage['contact'] => ({
  name: row.name,
  email: row.email,
  language: row.contact_language,
  doorNote: row.door_note,
  postName: row.post_name,
  street: row.street,
  zip: row.zip,
  city: row.city,
});

async function listNotes(
  pool: Context['deps']['pool'],
  orderId: number,
  staffId: number | null,
): Promise<OrderNote[]> {
  const { rows } = await pool.query<{
    id: number;
    author_name: string;
    text: string;
    created_at: Date;
    is_revocable: boolean;
  }>(
    `select id, author_name, text, created_at, coalesce(staff_id = $2, false)
       and created_at > now() - make_interval(mins => ${NOTE_UNDO_MINUTES}) as is_revocable
     from order_note where order_id = $1 and command is null order by id`,
    [orderId, staffId],
  );
  return rows.map((row) => ({
    id: row.id,
    author: row.author_name,
    text: row.text,
    createdAt: toBerlinIso(row.created_at),
    isRevocable: row.is_revocable,
  }));
}

/** Adds a note for staff to an order, or undoes the author's own within 10 minutes (office.md 7.3). */
export const saveOrderNote = defineChange({
  may: adminAndOffice,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    note: optionalText(2000, toText),
    /** Id of a note to remove. */
    takeBack: rowId(),
  }),
  async run({ client, caller }, { orderNo, note, takeBack }) {
    const actor = actorOf(caller);
    const order = await lockOrder(client, orderNo);
    const thing = orderThing(order);
    if (takeBack !== 0) {
      const { rowCount } = await client.query(
        `delete from order_note where id = $1 and order_id = $2 and staff_id = $3 and command is null
           and created_at > now() - make_interval(mins => ${NOTE_UNDO_MINUTES})`,
        [takeBack, order.id, actor.id],
      );
      if (rowCount !== 1) {
        throw conflict(commandProblemTexts.noteNotTakenBack);
      }
      return {
        output: { orderNo, isTakenBack: true },
        audit: { thing, after: { takenBack: takeBack } },
      };
    }
    if (note === null) throw invalidField('note', formTexts.missing);
    const { rows } = await client.query<{ id: number }>(
      `insert into order_note (order_id, staff_id, author_name, text) values ($1, $2, $3, $4) returning id`,
      [order.id, actor.id, actor.name, note],
    );
    return {
      output: { orderNo, id: rows[0]?.id ?? 0 },
      audit: { thing, after: { note: rows[0]?.id } },
    };
  },
});
