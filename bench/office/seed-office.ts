import type { Pool } from 'pg';
import { seedHistory } from '../growth/seed-history.ts';

/** 100 concerts, 100,000 orders of two tickets and a mail each; the rest follows from these (office.md 13.2). */
const HISTORY = { seasons: 3, concertsPerSeason: 34, orders: 100_000, accounts: 20_000 };

/** Every second order gets a third ticket, which makes 250,000 in all. */
const thirdTickets = `
  insert into ticket (order_id, product_id, ticket_type_id, price_cents)
  select o.id, l.product_id, l.ticket_type_id, l.price_cents
  from orders o join checkout_line l on l.checkout_id = o.checkout_id
  where o.order_no like 'OLD-%' and o.id % 2 = 0 and o.cancelled_at is null`;

/** Up to 300,000 mails. */
const moreMails = `
  insert into mail (kind, recipient, language, facts, event_key, created_at, attempts, sent_at)
  select 'daily-programme', 'person-' || n || '@example.org', 'de',
    jsonb_build_object('day', (now() - n * interval '8 minutes')::date, 'subscriptionId', n), 'grown-daily-' || n,
    now() - n * interval '8 minutes', 1, now() - n * interval '8 minutes'
  from generate_series(1, 200000) n`;

const auditEntries = `
  insert into audit_event (created_at, actor_id, actor_name, actor_role, command, thing_kind, thing_id, thing_name)
  select now() - n * interval '15 minutes', 1, 'Anna Leitner', 'admin',
    (array['order:resend', 'order:refund', 'staff:sign-in', 'mail:resend'])[1 + n % 4], 'order', 'OLD-' || n, 'OLD-' || n
  from generate_series(50000, 1, -1) n`;

/** Fills a shop with years of an association's office. */
export async function seedOffice(pool: Pool): Promise<void> {
  await seedHistory(pool, HISTORY);
  for (const statement of [thirdTickets, moreMails, auditEntries]) {
    await pool.query(`set statement_timeout = 0`);
    await pool.query(statement);
  }
  await pool.query(`update stock set sold = presold + (select count(*) from ticket t
      where t.product_id = stock.product_id and t.voided_at is null)
    from product p where p.id = stock.product_id`);
  // as every ten minutes
  await pool.query(`select graphile_worker.add_job('sum-revenue')`);
  await pool.query('analyze');
}
