import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { formatDate, formatMoney } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { reasonTexts } from '#messages/office/complimentary.ts';
import { mailKindTexts } from '#messages/office/mails.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { ticketPosition, formatFilename, type NamedDocument } from '../documents/find-document.ts';
import { describeActor } from '../audit/list-audit-events.ts';
import { foldTickets } from '../door/read-door.ts';
import { describeProviderCode, type OrderTicket } from '../orders/list-orders.ts';
import { isLate, newestDocumentSql } from '../orders/order-filter-sql.ts';

/** A refund of an order. */
export interface OrderRefund {
  id: number;
  amountCents: number;
  state: 'requested' | 'done' | 'failed' | 'again' | 'by-hand' | 'dashboard' | 'dispute';
  requestedAt: string;
  failure: string | null;
  /** When, over how much, how and with which remark it was settled by hand; null if it was not. */
  settled: { day: string; cents: number; how: string } | null;
}

/** A document that exists, or an invoice whose document is missing. */
export interface OrderDocument {
  /** Null: not made yet, and missing if that is late. */
  id: number | null;
  isLate: boolean;
  name: string;
  createdAt: string | null;
  /** Whether it is the PDF of a void ticket, which is served as a page that says so. */
  voidState: Exclude<OrderTicket['state'], 'valid'> | null;
}

/** Something that happened to an order. */
export interface OrderEvent {
  at: string;
  /** Key of the texts of the timeline, or the name of a command. */
  what: string;
  /** A file name, subject, amount or reason. */
  detail: string;
  /** A person of the staff; '' for the shop. */
  actor: string;
}

interface EventRow {
  at: Date;
  what: string;
  detail: string | null;
  cents: number | null;
  actor: string | null;
  /** The parts of a document's name, or the audit entry of a command. */
  facts: (Partial<NamedDocument> & { language?: Language } & AuditDetails) | null;
}

/** Parts of an audit entry that the timeline shows. */
interface AuditDetails {
  /** Null: the command line. */
  actorId?: number | null;
  reason?: string;
  detail?: string;
  /** A day such as 2026-08-22. */
  day?: string;
  sent?: boolean;
  dropped?: boolean;
}

/** Every event of an order, from the rows that it left. */
const selectEvents = `
  with one as (
    select o.id, o.created_at, o.checkout_id, o.order_no, c.cart_id, c.created_at as initiated_at, c.intent_id,
      c.language
    from orders o join checkout c on c.id = o.checkout_id where o.id = $1
  ), mails as (
    select m.* from mail m where (m.facts->>'orderId')::bigint = $1
    union all
    select m.* from one join mail m on (m.facts->>'checkoutId')::bigint = one.checkout_id
  ), events (at, rank, what, detail, cents, actor, facts) as (
    select k.created_at, 1, 'carted', null, null::integer, null, null::jsonb from one join cart k on k.id = one.cart_id
    union all select initiated_at, 2, 'payment-begun', intent_id, null, null, null from one
    union all select created_at, 3, 'paid', null, null, null, null from one
    union all select d.made_at, 6, 'document-ready', null, null, null, jsonb_build_object('kind', d.kind,
        'order_no', one.order_no, 'series', i.series, 'year', i.year, 'number', i.number, 'language', one.language,
        'position', ${ticketPosition('one.id', 'd.ticket_id')})
      from one join document d on d.order_id = one.id left join invoice i on i.id = d.invoice_id
    union all select created_at, 7, 'mail-queued', coalesce(subject, kind), null, null, null from mails
    union all select sent_at, 8, 'mail-sent', coalesce(subject, kind), null, null, null from mails
    union all select bounced_at, 8, 'mail-refused', coalesce(subject, kind), null, null, null from mails
    union all select requested_at, 5, 'refund-requested', null, amount_cents, null, null
      from one join refund r on r.checkout_id = one.checkout_id
    union all select succeeded_at, 8, 'refund-done', null, amount_cents, null, null
      from one join refund r on r.checkout_id = one.checkout_id
    union all select failed_at, 8, 'refund-failed', failure, amount_cents, null, null
      from one join refund r on r.checkout_id = one.checkout_id
    union all select opened_at, 5, 'dispute', d.reason, d.amount_cents, null, null
      from one join dispute d on d.intent_id = one.intent_id
    union all select closed_at, 5, 'dispute-closed', d.status, d.amount_cents, null, null
      from one join dispute d on d.intent_id = one.intent_id
    union all select a.created_at, 4, a.command, n.text, null, a.actor_name,
        coalesce(a.after, '{}') || jsonb_build_object('actorId', a.actor_id)
      from audit_event a left join order_note n
        on n.order_id = $1 and n.command = a.command and n.created_at = a.created_at
      where a.thing_kind = 'order' and a.thing_id = $1::text
    union all select a.created_at, 4, a.command, null, null, a.actor_name,
        coalesce(a.after, '{}') ||
          jsonb_build_object('actorId', a.actor_id, 'detail', coalesce(m.subject, m.kind))
      from mails m join audit_event a on a.thing_kind = 'mail' and a.thing_id = m.id::text
  )
  select at, what, detail, cents, actor, facts from events where at is not null order by at, rank, what`;

/** Events whose detail is a code of the payment provider. */
const codedEvents = new Set(['refund-failed', 'dispute', 'dispute-closed']);

/** The events of an order, oldest first (office.md 7.2). */
export async function listOrderEvents(
  pool: Pool,
  orderId: number,
  language: Language,
): Promise<OrderEvent[]> {
  const { rows } = await pool.query<EventRow>(selectEvents, [orderId]);
  return rows.map(({ at, what, detail, cents, actor, facts }) => ({
    at: toBerlinIso(at),
    what,
    detail: [
      cents === null ? null : formatMoney(cents, language),
      facts === null || detail !== null ? null : describe(what, facts, language),
      detail === null ? null : describeDetail(what, detail, language),
    ]
      .filter((part) => part !== null && part !== '')
      .join(', '),
    actor: describeActor({ actor_id: facts?.actorId ?? null, actor_name: actor ?? '' }, language),
  }));
}

/** A code in words: one of the payment provider, or the kind of a mail whose subject is not written yet. */
function describeDetail(what: string, detail: string, language: Language): string {
  if (codedEvents.has(what)) return describeProviderCode(detail, language);
  const kinds: Record<string, Record<Language, string>> = mailKindTexts;
  return kinds[detail]?.[language] ?? detail;
}

function describe(what: string, facts: NonNullable<EventRow['facts']>, language: Language): string {
  if (what === 'document-ready') {
    return formatFilename(facts as NamedDocument, facts.language ?? language);
  }
  const { reason, detail, day, sent, dropped } = facts;
  if (day !== undefined) return formatDate(day, language);
  if (sent === false) return orderPageTexts.undone[language];
  if (dropped === false) return `${detail}, ${orderPageTexts.undone[language]}`;
  const complimentary: Record<string, Record<Language, string>> = reasonTexts;
  return complimentary[reason ?? '']?.[language] ?? reason ?? detail ?? '';
}

interface RefundRow {
  id: number;
  amount_cents: number;
  requested_at: Date;
  succeeded_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  resolution: 'again' | 'by hand' | 'dashboard' | 'dispute' | null;
  settled: OrderRefund['settled'];
}

/** All refunds of a checkout, oldest first. */
export async function listOrderRefunds(
  pool: Pool,
  checkoutId: number,
  language: Language,
): Promise<OrderRefund[]> {
  const { rows } = await pool.query<RefundRow>(
    `select id, amount_cents, requested_at, succeeded_at, failed_at, failure, resolution,
       case when resolved_on is not null then jsonb_build_object('day', resolved_on,
         'cents', coalesce(resolved_cents, amount_cents), 'how', concat_ws(', ', resolved_way, resolved_note)) end as settled
     from refund where checkout_id = $1 order by id`,
    [checkoutId],
  );
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    state: stateOf(row),
    requestedAt: toBerlinIso(row.requested_at),
    failure: row.failure === null ? null : describeProviderCode(row.failure, language),
    settled: row.settled,
  }));
}

function stateOf(row: RefundRow): OrderRefund['state'] {
  if (row.resolution === 'by hand') return 'by-hand';
  if (row.resolution !== null) return row.resolution;
  if (row.failed_at !== null) return 'failed';
  return row.succeeded_at === null ? 'requested' : 'done';
}

type DocumentRow = NamedDocument & {
  id: number | null;
  made_at: Date | null;
  language: Language;
  void_state: OrderDocument['voidState'];
  is_late: boolean;
};

/** The documents of an order, those that are missing included: a row without id is missing. */
const selectDocuments = `
  with needed as (
    select 'invoice' as kind, null::bigint as ticket_id, i.id as invoice_id, o.created_at as due_at from invoice i
      join orders o on o.id = i.order_id
    where i.order_id = $1 and i.series = 'invoice'
    union all select 'confirmation', null, null, created_at from orders where id = $1
    union all select 'cancellation', null, i.id, i.issued_at from invoice i
    where i.order_id = $1 and i.series = 'cancellation'
    union all select 'ticket', t.id, null, coalesce(
      (select p.voided_at from ticket p where p.id = t.replaces_id),
      (select created_at from orders where id = $1))
    from ticket t
    where t.order_id = $1 and (exists (select from document d where d.ticket_id = t.id)
      or t.voided_at is null and exists (select from orders o join checkout c on c.id = o.checkout_id
        where o.id = $1 and c.delivery_method = 'onlineticket'))
  )
  select d.id, d.made_at, n.kind, c.language, o.order_no, i.series, i.year, i.number,
    ${ticketPosition('$1', 'n.ticket_id')} as position,
    (select case when exists (select from ticket s where s.replaces_id = t.id) then 'replaced' else 'void' end
     from ticket t where t.id = n.ticket_id and t.voided_at is not null) as void_state,
    ${isLate('n.due_at')} as is_late
  from needed n join orders o on o.id = $1 join checkout c on c.id = o.checkout_id
    left join invoice i on i.id = n.invoice_id
    left join document d on d.order_id = $1 and d.kind = n.kind and d.ticket_id is not distinct from n.ticket_id
      and (n.kind <> 'cancellation' or d.invoice_id = n.invoice_id) and ${newestDocumentSql}
  order by array_position(array['invoice', 'cancellation', 'confirmation', 'ticket'], n.kind), i.id, n.ticket_id`;

/** The documents of an order, missing ones included. */
export async function listOrderDocuments(pool: Pool, orderId: number): Promise<OrderDocument[]> {
  const { rows } = await pool.query<DocumentRow>(selectDocuments, [orderId]);
  return rows.map((row) => ({
    id: row.id,
    name: formatFilename(row, row.language),
    createdAt: toBerlinIso(row.made_at),
    voidState: row.void_state,
    isLate: row.is_late,
  }));
}

/** The admissions of an order's tickets that count, each with its event (door.md 8). */
export async function listAdmissions(
  pool: Pool,
  tickets: readonly OrderTicket[],
): Promise<{ ticketId: number; event: OrderEvent }[]> {
  const ids = tickets.map(({ id }) => id);
  const states = await foldTickets(pool, ids);
  const admits = [...states.values()].flatMap(({ admits: all }) => all);
  return admits
    .filter(({ verdict }) => verdict === 'counted')
    .map(({ event, time }) => {
      const ticketId = event.ticket_id ?? 0;
      const detail = [ticketId, event.entrance, event.device_name].filter(Boolean).join(', ');
      return {
        ticketId,
        event: {
          at: toBerlinIso(new Date(time)),
          what: 'admitted',
          detail,
          actor: '',
        },
      };
    });
}
