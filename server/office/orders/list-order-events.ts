import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { formatDate, formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { Language } from '#contract/language.ts';
import type { OrderEvent } from '#contract/office/order-queries.ts';
import { reasonTexts } from '#messages/office/complimentary.ts';
import { mailKindTexts } from '#messages/office/mails.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import {
  ticketPosition,
  formatFilename,
  type NamedDocument,
} from '../../documents/find-document.ts';
import { describeActor } from '../audit/describe-actor.ts';
import { describeProviderCode } from './describe-provider-code.ts';

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
      cents === null ? null : formatMoney(toEuro(cents), language),
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
