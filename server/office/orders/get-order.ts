import { toBerlinIso } from '#contract/berlin-time.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import type { OrderNote, OrderPage, OrderState } from '#contract/office/order-queries.ts';
import type { FrozenDetails } from '../../checkout/freeze-cart.ts';
import type { PaidCard } from '../../orders/create-order.ts';
import { getOpenCents } from '../../payment/refund.ts';
import { actorOf } from '../../operations/caller.ts';
import type { Context } from '../../operations/define.ts';
import { orderStateSql, undecidedTicketsSql } from './order-filter-sql.ts';
import { listOrderDocuments } from './list-order-documents.ts';
import { listOrderRefunds } from './list-order-refunds.ts';
import { listOrderTickets } from './list-order-tickets.ts';
import { listOrderEvents } from './list-order-events.ts';
import { Problem } from '../../platform/problem.ts';

/** Minutes in which the author can undo a note (office.md 7.3). */
export const NOTE_UNDO_MINUTES = 10;

interface OrderRow {
  id: number;
  checkout_id: number;
  order_no: string;
  created_at: Date;
  state: OrderState;
  delivery_method: DeliveryMethod;
  delivery_cents: number;
  amount_cents: number;
  intent_id: string;
  has_lost_dispute: boolean;
  needs_ticket_decision: boolean;
  language: Language;
  details: FrozenDetails;
  contact: { name: string; email: string | null; language: Language; door_note: string | null };
  post_since: Date | null;
  posted_at: Date | null;
  card: PaidCard | null;
}

const selectOrder = `
  select o.id, o.checkout_id, o.order_no, o.created_at, ${orderStateSql} as state, c.delivery_method,
    c.delivery_cents, c.amount_cents, c.intent_id, c.language, c.details, o.post_since, o.posted_at,
    exists (select from dispute where intent_id = c.intent_id and status = 'lost') as has_lost_dispute,
    ${undecidedTicketsSql} as needs_ticket_decision,
    case when o.card_last4 is not null then
      jsonb_build_object('brand', o.card_brand, 'last4', o.card_last4) end as card,
    case when x.order_id is null then jsonb_build_object('email', c.details->>'email', 'language', c.language,
        'name', concat_ws(' ', c.details->>'first_name', c.details->>'last_name'), 'door_note', null)
      else jsonb_build_object('email', x.email, 'language', x.language, 'name', x.name,
        'door_note', x.door_note) end as contact
  from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id
  where o.order_no = $1`;

/** An order with everything that its page shows (office.md 7.2). Throws 404 for an unknown number. */
export async function getOrder(
  { deps: { pool }, caller }: Context,
  { orderNo }: { orderNo: string },
): Promise<OrderPage> {
  const { language } = caller;
  const { rows } = await pool.query<OrderRow>(selectOrder, [orderNo]);
  const row = rows[0];
  if (row === undefined) throw new Problem('not_found');
  const [{ restCents, owedCents }, tickets, refunds, documents, notes, timeline] =
    await Promise.all([
      getOpenCents(pool, row),
      listOrderTickets(pool, row.id, language),
      listOrderRefunds(pool, row.checkout_id, language),
      listOrderDocuments(pool, row.id),
      listNotes(pool, row.id, actorOf(caller).id),
      listOrderEvents(pool, row.id, language),
    ]);
  const { details, contact } = row;
  return {
    id: row.id,
    orderNo: row.order_no,
    createdAt: toBerlinIso(row.created_at),
    state: row.state,
    deliveryMethod: row.delivery_method,
    deliveryCents: row.delivery_cents,
    amountCents: row.amount_cents,
    refundableCents: restCents,
    owedCents,
    intentId: row.intent_id,
    hasLostDispute: row.has_lost_dispute,
    needsTicketDecision: row.needs_ticket_decision,
    card: row.card,
    contact: {
      name: contact.name,
      email: contact.email,
      language: contact.language,
      doorNote: contact.door_note,
    },
    buyer: {
      name: `${details.first_name} ${details.last_name}`,
      street: details.street,
      city: `${details.zip} ${details.city}`,
      country: language === 'de' ? details.country_de : details.country_en,
      email: details.email,
    },
    postSince: toBerlinIso(row.post_since),
    postedAt: toBerlinIso(row.posted_at),
    tickets,
    refunds,
    documents,
    notes,
    timeline,
  };
}

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
