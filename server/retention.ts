import type { Pool, PoolClient } from 'pg';
import { deleteDoorEvents } from './door/report.ts';
import { inTransaction } from './platform/database/database.ts';

// Rules of deletion with their periods. The privacy page names the same periods, and that deletion may take until the
// next night.

/** Retained for hours, so deleted every hour. */
const hourly: readonly string[] = [
  `delete from idempotent_request where started_at < now() - interval '24 hours'`,
  // refused: nothing was changed
  `delete from idempotent_request where started_at < now() - interval '1 hour'
     and finished_at is null and applied_at is null`,
  `delete from rate_limit where window_ends_at < now()`,
  // the office (office.md 14)
  `delete from kept_entries where created_at < now() - interval '60 minutes'`,
  `delete from staff_challenge where used_at < now() - interval '2 hours'`,
  // skips carts whose transaction may be waiting for the stock
  `update cart set network = null, larger_network = null where id in (
     select id from cart where network is not null and (ended_at is not null or release_at < now())
     for update skip locked)`,
];

/** Selects checkouts that nobody paid and that are due. */
const unpaidCheckout = `select c.id from checkout c
  where c.settled_at is null and c.closed_at < now() - interval '30 days'
    and not exists (select from refund r where r.checkout_id = c.id)`;

/** Retained for days or longer. Each rule finds what is due by an index where its table grows with the years. */
const nightly: readonly string[] = [
  `delete from access_token where expires_at < now() - interval '30 days'`,
  `delete from account_network where signed_in_at < now() - interval '180 days'`,
  `delete from email_change where changed_at < now() - interval '30 days'`,
  `delete from one_time_token where expires_at < now() - interval '7 days'`,
  `delete from staff_invitation where expires_at < now() - interval '5 days'`,
  `delete from staff_session where coalesce(ended_at, seen_at) < now() - interval '12 months'`,
  // the trigger of the table refuses anything younger
  `delete from audit_event where created_at < now() - interval '12 months'
     and command in ('staff:sign-in', 'staff:sign-in-failed', 'staff:sign-out', 'access:refused')`,
  `delete from audit_event where created_at <
     date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' - interval '8 years'`,
  `delete from contact_message where created_at < now() - interval '12 months'`,
  `delete from mail where created_at < now() - interval '12 months' and kind <> 'order-confirmation'`,
  // requested for addresses without an account or order: never sent
  `delete from mail where kind in ('password-reset', 'find-tickets') and dropped_at < now() - interval '1 day'`,
  `delete from kept_mail where kept_at < now() - interval '30 days'`,
  `delete from payment_event where received_at < now() - interval '90 days'`,
  `delete from newsletter_subscription where confirmed_at is null and account_id is null
     and created_at < now() - interval '30 days'`,
  // unsubscribed; until then the links in mails already sent keep working
  `delete from newsletter_subscription where account_id is null
     and not receive_news_email and not receive_news_postal and off_since < now() - interval '30 days'`,
  // an order has its own copy of a guest's details
  `delete from delivery_details d using cart k where d.cart_id is not null and k.id = d.cart_id
     and least(k.release_at, k.ended_at) < now() - interval '1 day'
     and not exists (select from checkout c where c.cart_id = k.id and c.closed_at is null and c.settled_at is null)`,
  // carts without a checkout; skips locked ones, whose transaction may be waiting for the stock
  `delete from cart where id in (
     select k.id from cart k where k.payment_extended_at is null and k.release_at < now() - interval '1 day'
       and not exists (select from checkout c where c.cart_id = k.id)
       and not exists (select from hold h where h.cart_id = k.id)
     for update skip locked)`,
  // unpaid checkouts, and their carts if no other checkout is left; locked in the order of a purchase
  `with due as materialized (
     select k.id from cart k where exists (${unpaidCheckout} and c.cart_id = k.id) for update skip locked
   ), gone as (
     delete from checkout where id in (${unpaidCheckout} and c.cart_id in (select id from due)) returning id
   )
   delete from cart k using due where k.id = due.id
     and not exists (select from checkout c where c.cart_id = k.id and c.id not in (select id from gone))
     and not exists (select from hold h where h.cart_id = k.id)`,
];

/** Deletes data that is retained for hours only. Repeatable. */
export async function deleteExpiredRequests(pool: Pool): Promise<void> {
  for (const rule of hourly) await pool.query(rule);
}

/** Deletes everything that is no longer needed (product.md 12; docs/operating.md). Idempotent. */
export async function deleteExpiredData(pool: Pool): Promise<void> {
  await deleteExpiredRequests(pool);
  for (const rule of nightly) await pool.query(rule);
  await deleteDoorEvents(pool);
  await inTransaction(pool, anonymizeBuyers);
}

/** German law requires invoices to be kept this long after the year of issue (§ 147 AO, § 14b UStG). */
export const RETENTION_YEARS = 8;

/** The name of a buyer whose data has been erased. */
export const ERASED_NAME = '–';

/** SQL for `update checkout set details = …`: removes the buyer and leaves the sale. */
export const anonymousDetails = `details || '{"first_name":"–","last_name":"${ERASED_NAME}","email":null,"street":"–","zip":"–","city":"–"}'`;

/** SQL for `update refund set …`: removes how it was settled by hand, which may name people. */
export const anonymousSettlement = `resolved_way = '–', resolved_note = null`;

/** SQL for the start of the oldest year we retain; a subquery, so that it is computed once and not for each row. */
const retentionStart = `(select (date_trunc('year', now() at time zone 'Europe/Berlin') - interval '${RETENTION_YEARS} years')
  at time zone 'Europe/Berlin')`;

/** SQL condition: whether the retention period of a moment (an SQL expression) is over. */
export const isPastRetention = (moment: string): string => `(${moment} < ${retentionStart})`;

/**
 * SQL for the moment from which the documents of a checkout (a table or alias) are retained: an invoice cancelled later
 * is retained longer. Subqueries of one row, so that each reads an index, however large the tables are.
 */
export const retainedSince = (checkout: string): string => `greatest(${checkout}.settled_at,
  (select max(i.issued_at) from orders o join invoice i on i.order_id = o.id where o.checkout_id = ${checkout}.id),
  (select max(d.made_at) from orders o join document d on d.order_id = o.id where o.checkout_id = ${checkout}.id))`;

/**
 * Deletes names, addresses, documents and mails of orders that the law no longer requires us to keep, in the caller's
 * transaction. Numbers and amounts stay. Repeatable.
 */
export async function anonymizeBuyers(client: PoolClient): Promise<void> {
  const past = await client.query<{ id: number }>(
    `update checkout set details = ${anonymousDetails}, account_id = null
     where settled_at is not null and ${isPastRetention('settled_at')} and details->>'last_name' <> '–'
       and ${isPastRetention(retainedSince('checkout'))}
     returning id`,
  );
  const orders = await client.query<{ id: number }>(
    `update orders set account_id = null, card_brand = null, card_last4 = null,
       search = order_words(order_no, '{}', null)
     where checkout_id = any ($1) returning id`,
    [past.rows.map(({ id }) => id)],
  );
  const orderIds = orders.rows.map(({ id }) => id);
  for (const table of ['document', 'order_contact', 'order_note']) {
    await client.query(`delete from ${table} where order_id = any ($1)`, [orderIds]);
  }
  // also by its own age: a payment without an order has no buyer
  await client.query(
    `update refund set ${anonymousSettlement} where resolved_way <> '–'
       and (checkout_id = any ($1) or ${isPastRetention('requested_at')})`,
    [past.rows.map(({ id }) => id)],
  );
  await client.query(
    `delete from mail where kind = 'order-confirmation' and ${isPastRetention('created_at')}`,
  );
}
