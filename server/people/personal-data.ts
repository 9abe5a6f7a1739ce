import type { Pool, PoolClient } from 'pg';
import { peopleTexts } from '#messages/office/people.ts';
import {
  RETENTION_YEARS,
  anonymizeBuyers,
  anonymousDetails,
  anonymousSettlement,
  isPastRetention,
  retainedSince,
} from '../retention.ts';
import { conflict } from '../platform/problem.ts';

/** The checkouts of a person: with this e-mail address, or of the account with this address. Each reads an index. */
const theirCheckouts = `(select id from checkout where email_key(details->>'email') = email_key($1)
  union select c.id from account a join checkout c on c.account_id = a.id where a.email_key = email_key($1))`;

/** The ids of the orders of these checkouts. */
const theirOrders = `(select o.id from orders o where o.checkout_id in ${theirCheckouts})`;

const queries: Record<string, string> = {
  account: `select id, email, first_name, last_name, language, email_verified_at, created_at,
      (select count(*)::integer from access_token t where t.account_id = account.id) as sessions
    from account where email_key = email_key($1)`,
  address_changes: `select c.old_email, c.changed_at, c.undone_at from email_change c
    join account a on a.id = c.account_id where a.email_key = email_key($1) or email_key(c.old_email) = email_key($1)`,
  delivery_details: `select d.first_name, d.last_name, d.email, d.street, d.zip, d.city, d.country_id, d.updated_at
    from delivery_details d left join account a on a.id = d.account_id
    where email_key(d.email) = email_key($1) or a.email_key = email_key($1)`,
  orders: `select o.order_no, o.created_at, o.cancelled_at, o.card_brand, o.card_last4, c.details, c.amount_cents, c.delivery_method,
      c.language, c.terms_version, c.intent_id as payment,
      (select jsonb_agg(jsonb_build_object('ticket', t.id, 'concert', k.title_de, 'cents', t.price_cents,
         'voided_at', t.voided_at) order by t.id)
       from ticket t join product p on p.id = t.product_id join concert k on k.id = p.concert_id
       where t.order_id = o.id) as tickets,
      (select jsonb_agg(jsonb_build_object('series', i.series, 'year', i.year, 'number', i.number,
         'cents', i.amount_cents, 'issued_at', i.issued_at) order by i.id)
       from invoice i where i.order_id = o.id) as invoices,
      (select jsonb_agg(jsonb_build_object('kind', d.kind, 'made_at', d.made_at) order by d.id)
       from document d where d.order_id = o.id) as documents
    from orders o join checkout c on c.id = o.checkout_id where c.id in ${theirCheckouts} order by o.id`,
  admissions: `select o.order_no, t.id as ticket, e.happened_at, d.entrance from door_event e
    join ticket t on t.id = e.ticket_id join orders o on o.id = t.order_id join door_device d on d.id = e.device_id
    where e.kind = 'admit' and o.checkout_id in ${theirCheckouts} order by e.id`,
  payments_without_order: `select c.created_at, c.closed_at, c.settled_at, c.details, c.amount_cents,
      c.intent_id as payment
    from checkout c where c.id in ${theirCheckouts}
      and not exists (select from orders o where o.checkout_id = c.id) order by c.id`,
  order_contacts: `select o.order_no, x.name, x.email, x.language, x.door_note, x.post_name, x.street, x.zip, x.city,
      x.changed_at
    from order_contact x join orders o on o.id = x.order_id where o.checkout_id in ${theirCheckouts}
      or email_key(x.email) = email_key($1) order by o.id`,
  notes: `select o.order_no, n.text, n.created_at from order_note n join orders o on o.id = n.order_id
    where o.checkout_id in ${theirCheckouts} order by n.id`,
  replies: `select r.subject, r.text, r.created_at from message_reply r
    join contact_message m on m.id = r.message_id where email_key(m.email) = email_key($1) order by r.id`,
  refunds: `select r.amount_cents, r.reason, r.requested_at, r.succeeded_at, r.failed_at,
      r.resolved_way, r.resolved_note
    from refund r where r.checkout_id in ${theirCheckouts} order by r.id`,
  donations: `select d.amount_cents, d.created_at from donation d join orders o on o.id = d.order_id
    where o.checkout_id in ${theirCheckouts} order by d.id`,
  disputes: `select d.amount_cents, d.reason, d.status, d.opened_at, d.closed_at
    from dispute d join checkout c on c.intent_id = d.intent_id where c.id in ${theirCheckouts} order by d.opened_at`,
  newsletter: `select email, language, receive_news_email, receive_news_postal, general, concert_daily,
      confirmed_at, created_at from newsletter_subscription where email_key = email_key($1)`,
  contact_messages: `select subject, message, created_at from contact_message where email_key(email) = email_key($1)`,
  mails: `select kind, created_at, sent_at, bounced_at from mail where email_key(recipient) = email_key($1)`,
};

/** Exports all data of the person with this e-mail address (right of access, Art. 15 GDPR). */
export async function exportPersonalData(
  pool: Pool | PoolClient,
  email: string,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(queries))
    found[name] = (await pool.query(text, [email])).rows;
  return found;
}

/** Whether anything of a person with this e-mail address is stored. */
export async function hasPersonalData(client: PoolClient, email: string): Promise<boolean> {
  const found = await exportPersonalData(client, email);
  return Object.values(found).some((rows) => Array.isArray(rows) && rows.length > 0);
}

/** The result of an erasure: its report in English, and whether there was anything left to erase. */
export interface Erasure {
  done: string;
  isChanged: boolean;
}

/**
 * Erases a person (Art. 17 GDPR): deletes or anonymizes account, sessions, details, newsletter, messages, mails
 * and purchases that were never paid, in the caller's transaction. Orders stay, without their account, as long as the
 * law demands their invoices. 409 while a payment of theirs is open.
 */
export async function erasePersonalData(client: PoolClient, email: string): Promise<Erasure> {
  await requireNoOpenPayment(client, email);
  // with all that belongs to orders of the past, which could not be found without the name
  await anonymizeBuyers(client);
  const { count: retained } = await countRetainedOrders(client, email);
  let changed = 0;
  for (const statement of erasures) {
    const { rowCount } = await client.query(statement, [email]);
    changed += rowCount ?? 0;
  }
  const account = await client.query('delete from account where email_key = email_key($1)', [
    email,
  ]);
  const hadAccount = account.rowCount !== 0;
  const kept =
    retained === 1
      ? '1 order is kept for its invoice'
      : `${retained} orders are kept for their invoices`;
  return {
    isChanged: hadAccount || changed > 0,
    done: [
      hadAccount ? 'The account is deleted.' : 'There was no account.',
      'Newsletter, messages, mails and saved addresses are deleted.',
      `${kept} (${RETENTION_YEARS} years), with the printed data; then the shop anonymizes it.`,
    ].join('\n'),
  };
}

/** The statements of an erasure before the account's, in this order. None changes a row that is already erased. */
const erasures = [
  // mails of their orders to other addresses, too: an order's contact may have changed
  `delete from mail where (facts->>'orderId')::bigint in ${theirOrders}
     or (facts->>'checkoutId')::bigint in ${theirCheckouts}`,
  `update orders set card_brand = null, card_last4 = null, search = order_words(order_no, '{}', null)
   where checkout_id in ${theirCheckouts}
     and (card_last4 is not null or search is distinct from order_words(order_no, '{}', null))`,
  `delete from order_contact where order_id in ${theirOrders}`,
  `delete from order_note where order_id in ${theirOrders}`,
  `update refund set ${anonymousSettlement} where resolved_way <> '–' and checkout_id in ${theirCheckouts}`,
  // other people's orders with this person as the contact are found by their buyers' names again
  `with gone as (delete from order_contact where email_key(email) = email_key($1) returning order_id)
   update orders o set search = order_words(o.order_no, c.details, null)
   from gone, checkout c where o.id = gone.order_id and c.id = o.checkout_id`,
  'delete from newsletter_subscription where email_key = email_key($1)',
  'delete from contact_message where email_key(email) = email_key($1)',
  // also the mail to the association about a message, which is stored outside production
  `delete from mail where email_key(recipient) = email_key($1) or kind = 'contact-message'
     and not exists (select from contact_message m where m.id = (facts->>'messageId')::bigint)`,
  'delete from delivery_details where email_key(email) = email_key($1)',
  // last, because the address leads to the orders
  `update checkout set details = ${anonymousDetails}
   where id in ${theirCheckouts} and settled_at is null and closed_at is not null`,
];

/**
 * An open payment may become an order, which needs its buyer's name and address. Locks what the next payment would
 * start from, so that none is opened until the erasure has committed: carts first, as everywhere.
 */
async function requireNoOpenPayment(client: PoolClient, email: string): Promise<void> {
  await client.query(
    `select from cart where id in (
       select cart_id from delivery_details where email_key(email) = email_key($1)
       union select cart_id from checkout where id in ${theirCheckouts} and settled_at is null)
     order by id for update`,
    [email],
  );
  // a checkout of a customer refers to the account: inserting one waits for this lock
  await client.query(
    `select from account where id in (
       select id from account where email_key = email_key($1)
       union select account_id from delivery_details where email_key(email) = email_key($1))
     order by id for update`,
    [email],
  );
  const { rowCount } = await client.query(
    `select from checkout where id in ${theirCheckouts} and settled_at is null and closed_at is null`,
    [email],
  );
  if (rowCount !== 0) throw conflict(peopleTexts.paymentOpen);
}

/** Counts the orders that erasing keeps for their invoices, and finds from when the latest of them is retained. */
export async function countRetainedOrders(
  client: Pool | PoolClient,
  email: string,
): Promise<{ count: number; latest: Date | null }> {
  const { rows } = await client.query<{ count: number; latest: Date | null }>(
    `select count(*)::integer as count, max(since) as latest
     from checkout c cross join lateral (select ${retainedSince('c')} as since) r
     where c.id in ${theirCheckouts} and exists (select from orders o where o.checkout_id = c.id)
       and not ${isPastRetention('since')}`,
    [email],
  );
  return rows[0] ?? { count: 0, latest: null };
}
