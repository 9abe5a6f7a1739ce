import type { Pool, PoolClient } from 'pg';
import { transact } from '../platform/transact.ts';

/** What is stored of a person, by their e-mail address, as the law lets them ask for it. */
export async function exportPerson(pool: Pool, email: string): Promise<Record<string, unknown>> {
  const parts: Record<string, string> = {
    account: `select id, email, first_name, last_name, language, email_verified_at, created_at
              from account where lower(email) = lower($1)`,
    delivery_details: `select d.* from delivery_details d left join account a on a.id = d.account_id
              where lower(coalesce(d.email, a.email)) = lower($1)`,
    orders: `select o.order_no, o.created_at, o.cancelled_at, c.details, c.amount_cents, c.delivery_method,
              c.terms_version from orders o join checkout c on c.id = o.checkout_id
              where lower(c.details->>'email') = lower($1)
                or o.account_id in (select id from account where lower(email) = lower($1))`,
    newsletter: `select email, language, receive_news_email, receive_news_postal, general, concert_daily,
              confirmed_at, created_at from newsletter_subscription where lower(email) = lower($1)`,
    contact_messages: `select subject, message, created_at from contact_message where lower(email) = lower($1)`,
    mails: `select kind, created_at, sent_at from mail where lower(recipient) = lower($1)`,
  };
  const found: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(parts))
    found[name] = (await pool.query(text, [email])).rows;
  return found;
}

/** Invoices must be kept so many years (§ 147 AO, § 14b UStG). */
const KEEP_YEARS = 8;

/**
 * Forgets a person: account, sessions, details, newsletter, messages and mails are deleted. Orders whose
 * invoices the law wants kept stay, without their account; older ones lose name and address.
 */
export async function erasePerson(pool: Pool, email: string): Promise<string> {
  return await transact(pool, async (client) => {
    const kept = await countKeptOrders(client, email);
    await client.query(
      `update checkout set details = details || '{"first_name":"–","last_name":"–","email":null,
         "street":"–","zip":"–","city":"–"}'
       where lower(details->>'email') = lower($1)
         and (created_at < now() - make_interval(years => ${KEEP_YEARS})
           or not exists (select from orders o where o.checkout_id = checkout.id))`,
      [email],
    );
    await client.query('delete from newsletter_subscription where lower(email) = lower($1)', [
      email,
    ]);
    await client.query('delete from contact_message where lower(email) = lower($1)', [email]);
    await client.query('delete from mail where lower(recipient) = lower($1)', [email]);
    await client.query('delete from delivery_details where lower(email) = lower($1)', [email]);
    const account = await client.query('delete from account where lower(email) = lower($1)', [
      email,
    ]);
    return [
      account.rowCount === 0 ? 'There was no account.' : 'The account is deleted.',
      'Newsletter, messages, mails and saved addresses are deleted.',
      `${kept} orders are kept for their invoices (${KEEP_YEARS} years), with the data printed on them.`,
    ].join('\n');
  });
}

async function countKeptOrders(client: PoolClient, email: string): Promise<number> {
  const { rows } = await client.query<{ orders: number }>(
    `select count(*)::integer as orders from orders o join checkout c on c.id = o.checkout_id
     where lower(c.details->>'email') = lower($1)
       and o.created_at >= now() - make_interval(years => ${KEEP_YEARS})`,
    [email],
  );
  return rows[0]?.orders ?? 0;
}
