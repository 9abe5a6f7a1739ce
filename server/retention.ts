import type { Pool } from 'pg';
import { anonymizeBuyers } from './orders/anonymize-buyers.ts';
import { inTransaction } from './platform/database/database.ts';

// Rules of deletion with their periods. The privacy page names the same periods, and that deletion may take until the
// next night.

/** Retained for hours, so deleted every hour. */
const hourly: readonly string[] = [
  `delete from idempotent_request where started_at < now() - interval '24 hours'`,
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
  // requested for addresses without an account: never sent
  `delete from mail where kind = 'password-reset' and dropped_at < now() - interval '1 day'`,
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
  await inTransaction(pool, anonymizeBuyers);
}
