import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';

/** Invoices must be kept so many years after the year they were issued in (§ 147 AO, § 14b UStG). */
export const RETENTION_YEARS = 8;

/** For `update checkout set details = …`: the sale stays, nobody is named. */
export const anonymousDetails = `details || '{"first_name":"–","last_name":"–","email":null,"street":"–","zip":"–","city":"–"}'`;

/** When the oldest year that is kept began; a query of its own, so that it is reckoned once, not for every row. */
const keptFrom = `(select (date_trunc('year', now() at time zone 'Europe/Berlin') - interval '${RETENTION_YEARS} years')
  at time zone 'Europe/Berlin')`;

/** Whether the years of a moment (an SQL expression) are over. */
export const isPastRetention = (moment: string): string => `(${moment} < ${keptFrom})`;

/**
 * Forgets who bought when the law no longer asks for it: names, addresses, documents and mails of old orders.
 * Numbers and sums stay. Repeatable.
 */
export async function anonymizeBuyers(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `update checkout set details = ${anonymousDetails}, account_id = null
       where settled_at is not null and ${isPastRetention('settled_at')} and details->>'last_name' <> '–'`,
    );
    await client.query(
      `update orders set account_id = null where account_id is not null and ${isPastRetention('created_at')}`,
    );
    await client.query(
      `delete from document d using orders o where o.id = d.order_id and ${isPastRetention('o.created_at')}`,
    );
    await client.query(
      `delete from mail where kind = 'order-confirmation' and ${isPastRetention('created_at')}`,
    );
  });
}
