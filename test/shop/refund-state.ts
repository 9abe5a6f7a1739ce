import type { Pool } from 'pg';
import type { TestConcert } from './create-concert.ts';

/** The refunds of a payment, oldest first. */
export async function listRefunds(pool: Pool, intent: string) {
  const { rows } = await pool.query<{ reason: string; cents: number; state: string }>(
    `select reason, amount_cents as cents, case when failed_at is not null then 'failed'
       when succeeded_at is not null then 'succeeded' else 'pending' end as state
     from refund where intent_id = $1 order by id`,
    [intent],
  );
  return rows;
}

/** A concert's valid and void tickets, and how many count as sold. */
export async function countTickets(pool: Pool, { productId }: TestConcert) {
  const { rows } = await pool.query<{ valid: number; void: number; sold: number }>(
    `select count(*) filter (where voided_at is null)::int as valid,
       count(*) filter (where voided_at is not null)::int as void,
       (select sold from stock s where s.product_id = $1) as sold
     from ticket where product_id = $1`,
    [productId],
  );
  return rows[0];
}

/** The cancellation invoices of an order in cents, oldest first. */
export async function listCancellations(pool: Pool, orderNo: string): Promise<number[]> {
  const { rows } = await pool.query<{ cents: number }>(
    `select i.amount_cents as cents from invoice i join orders o on o.id = i.order_id
     where o.order_no = $1 and i.series = 'cancellation' order by i.id`,
    [orderNo],
  );
  return rows.map(({ cents }) => cents);
}
