import type { PoolClient } from 'pg';

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
