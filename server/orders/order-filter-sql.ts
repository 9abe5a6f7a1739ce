import { unresolvedRefundSql } from './cancel-order.ts';
import { findDayStart } from '../operations/list-page.ts';
import { cleanSearch } from '../operations/entries.ts';
import { orderStates } from '#contract/office/states.ts';
import { deliveryMethods } from '#contract/codes.ts';

/** Where an order comes from (office.md 7.1). */
const orderOrigins = ['shop', 'complimentary'] as const;

/** The values of the filters with few of them. */
export const orderFilterChoices = {
  state: [...orderStates, 'documents-missing', 'tickets-undecided', 'donation-returned'],
  delivery: deliveryMethods,
  origin: orderOrigins,
} as const;

/** Filters of the list as the address has them; '' or undefined: all. */
export interface OrderFilters {
  q?: string | undefined;
  /** Id of a concert. */
  concert?: string | undefined;
  /** An order's state, `documents-missing`, `tickets-undecided` or `donation-returned`. */
  state?: string | undefined;
  delivery?: string | undefined;
  origin?: string | undefined;
  /** Days in Berlin, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** SQL for the state of an order: o is orders, c its checkout (office.md 7.1, the first that matches). */
export const orderStateSql = `case
  when exists (select from dispute d where d.intent_id = c.intent_id and d.closed_at is null) then 'disputed'
  when exists (select from refund r where r.checkout_id = c.id
    and ${unresolvedRefundSql}) then 'refund-failed'
  when o.cancelled_at is not null then 'cancelled'
  when exists (select from dispute d where d.intent_id = c.intent_id and d.status = 'lost') then 'dispute-lost'
  when exists (select from ticket t where t.order_id = o.id and t.voided_at is not null
    and not exists (select from ticket n where n.replaces_id = t.id)) then 'partly-cancelled'
  when c.amount_cents = 0 then 'free' else 'paid' end`;

/** The newest orders, and cancellation invoices, that are checked for missing documents without having a job. */
const MAX_RECENT_COUNT = 300;

/** SQL: whether a moment is too long ago for documents still to be missing. */
export const isLate = (moment: string): string => `${moment} < now() - interval '30 minutes'`;

const recent = (moment: string): string =>
  `${moment} > now() - interval '7 days' and ${isLate(moment)} order by ${moment} desc limit ${MAX_RECENT_COUNT}`;

/**
 * Orders that can lack documents: an older one without them has a job, because a lost one is queued again within ten
 * minutes (document-jobs.ts).
 */
const documentCandidates = `
  select substring(key from '^documents-(\\d+)$')::bigint from graphile_worker.jobs
  where task_identifier = 'make-documents'
  union all
  select (select i.order_id from invoice i where i.id = substring(j.key from '^cancellation-(\\d+)$')::bigint)
  from graphile_worker.jobs j where j.task_identifier = 'make-cancellation'
  union all (select id from orders where ${recent('created_at')})
  union all (select order_id from invoice where series = 'cancellation' and ${recent('issued_at')})`;

/** SQL for documents d that no newer one of the same ticket replaces: a moved concert has new PDFs. */
export const newestDocumentSql = `(d.ticket_id is null
  or d.moves = (select max(n.moves) from document n where n.ticket_id = d.ticket_id))`;

/** SQL for orders o without their confirmation, or without the PDF of their invoice; complimentary ones have none. */
export const lacksDocumentsSql = `(
  select count(*) from document d where d.order_id = o.id and d.kind in ('invoice', 'confirmation')) <
  (select 1 + count(*) from invoice i where i.order_id = o.id and i.series = 'invoice')`;

/**
 * SQL for orders with a document that is missing for more than 30 minutes (office.md 4.4): o is orders, c its checkout.
 * A reissued ticket is as old as the end of the one that it replaces.
 */
export const documentsMissingSql = `o.id = any (array(${documentCandidates}))
  and (${isLate('o.created_at')} and ${lacksDocumentsSql}
    or c.delivery_method = 'onlineticket' and exists (
      select from ticket t where t.order_id = o.id and t.voided_at is null
        and ${isLate('coalesce((select p.voided_at from ticket p where p.id = t.replaces_id), o.created_at)')}
        and not exists (select from document d where d.ticket_id = t.id))
    or exists (
      select from invoice i where i.order_id = o.id and i.series = 'cancellation' and ${isLate('i.issued_at')}
        and not exists (select from document d where d.invoice_id = i.id and d.kind = 'cancellation')))`;

/** SQL for orders with a failed refund that is still to be paid (office.md 4.4). */
const refundFailedSql = `o.checkout_id in (select checkout_id from refund
  where ${unresolvedRefundSql})`;

/**
 * SQL for orders with valid tickets whose money went back without the office, by a lost dispute or in the provider's
 * dashboard, until somebody decides about the tickets: o is orders.
 */
export const undecidedTicketsSql = `o.id = any (array(
    select l.id from dispute d join checkout k on k.intent_id = d.intent_id join orders l on l.checkout_id = k.id
    where d.status = 'lost' and d.closed_at > coalesce(l.tickets_decided_at, '-infinity')
    union all
    select l.id from refund r join invoice i on i.refund_id = r.id join orders l on l.id = i.order_id
    where r.reason = 'dashboard' and r.failed_at is null and i.amount_cents > 0
      and i.issued_at > coalesce(l.tickets_decided_at, '-infinity')))
  and o.cancelled_at is null`;

/**
 * SQL for orders with more money donated and returned than was owed, such as by a refund in the provider's dashboard or
 * a lost dispute after the donation, until somebody writes a note: o is orders.
 */
export const returnedDonationSql = `o.id = any (array(
    select l.id from (select order_id, sum(amount_cents) as cents from donation group by 1) d
    join orders l on l.id = d.order_id join checkout k on k.id = l.checkout_id, lateral (
      select sum(amount_cents) as cents, max(returned_at) as last from returned_money where intent_id = k.intent_id) r
    where d.cents + r.cents > (
        select sum(amount_cents) from invoice where order_id = l.id and series = 'cancellation')
      and not exists (
        select from order_note where order_id = l.id and command is null and created_at > r.last)))`;

/** Orders that can be in a state: the few rows to start from instead of reading all orders. */
const candidates: Record<string, string> = {
  disputed: `o.checkout_id in (select k.id from dispute d join checkout k on k.intent_id = d.intent_id
    where d.closed_at is null)`,
  cancelled: 'o.cancelled_at is not null',
  'dispute-lost': `o.checkout_id in (select k.id from dispute d join checkout k on k.intent_id = d.intent_id
    where d.status = 'lost')`,
  'partly-cancelled': 'o.id in (select order_id from ticket where voided_at is not null)',
  free: 'o.checkout_id in (select id from checkout where amount_cents = 0)',
  paid: 'true',
};

/**
 * A condition that many rows meet, hidden from the planner in an expression: so it walks along the index of the list
 * until the page is full, instead of reading all orders.
 */
const often = (condition: string): string => `coalesce(${condition}, false)`;

/** The latest concerts with these words in a title: a word that all titles have would read every ticket. */
const foundConcerts = (query: string): string => `select k.id from concert k
  where fold_vector(concat_ws(' ', k.title_de, k.title_en)) @@ ${query} order by k.starts_at desc limit 5`;

/** A list's conditions with their values. */
export interface Conditions {
  sql: string;
  values: unknown[];
}

/** The orders that match the filters: o is orders, c its checkout. Filters that make no sense are ignored. */
export function toOrderConditions(filters: OrderFilters): Conditions {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const all = ['true'];
  const { q = '', concert = '', state = '', delivery = '', origin = '' } = filters;
  if (q.trim() !== '') {
    // null without any word (a lone punctuation mark): nothing matches
    const query = `fold_query(${value(cleanSearch(q))})`;
    all.push(`o.search @@ ${query} or o.id = any (array(select t.order_id from product p
      join ticket t on t.product_id = p.id where p.concert_id in (${foundConcerts(query)})))`);
  }
  if (/^\d{1,9}$/.test(concert)) {
    all.push(`o.id = any (array(select t.order_id from ticket t join product p on p.id = t.product_id
      where p.concert_id = ${value(Number(concert))}))`);
  }
  if (state === 'refund-failed') {
    // an order that is disputed as well shows that as its state, and is on this list all the same
    all.push(refundFailedSql);
  } else if (orderStates.some((each) => each === state)) {
    all.push(candidates[state] ?? 'true', often(`${orderStateSql} = ${value(state)}`));
  }
  if (state === 'documents-missing') all.push(documentsMissingSql);
  if (state === 'tickets-undecided') all.push(undecidedTicketsSql);
  if (state === 'donation-returned') all.push(returnedDonationSql);
  if (delivery === 'postal') all.push('o.post_since is not null');
  else if (delivery === 'boxoffice' || delivery === 'onlineticket') {
    all.push(often(`c.delivery_method = ${value(delivery)}`));
  }
  if (orderOrigins.some((each) => each === origin)) all.push(`o.origin = ${value(origin)}`);
  const from = findDayStart(filters.from);
  const to = findDayStart(filters.to, 1);
  if (from !== null) all.push(`o.created_at >= ${value(from)}`);
  if (to !== null) all.push(`o.created_at < ${value(to)}`);
  return { sql: all.map((one) => `(${one})`).join(' and '), values };
}

/**
 * The ids of the checkouts of the person with an e-mail address, an SQL expression: paid with it, of the account with
 * it, or of an order whose contact has it (office.md 8.1). Each part reads an index.
 */
export const personCheckoutsSql = (
  email: string,
): string => `(select id from checkout where email_key(details->>'email') = email_key(${email})
  union select h.id from checkout h join account a on a.id = h.account_id where a.email_key = email_key(${email})
  union select w.checkout_id from order_contact x join orders w on w.id = x.order_id
    where email_key(x.email) = email_key(${email}))`;
