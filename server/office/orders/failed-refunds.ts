import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { RefundWithoutOrder } from '#contract/office/order-queries.ts';

/**
 * Failed refunds of payments that have no order, the oldest first: no order's page shows them, but the buyers wait for
 * their money (office.md 4.4). They are few.
 */
export async function listRefundsWithoutOrder(pool: Pool): Promise<RefundWithoutOrder[]> {
  const { rows } = await pool.query<{
    id: number;
    intent_id: string;
    amount_cents: number;
    failed_at: Date;
  }>(
    `select id, intent_id, amount_cents, failed_at from refund r
     where failed_at is not null and resolved_at is null
       and not exists (select from orders o where o.checkout_id = r.checkout_id)
     order by id limit 50`,
  );
  return rows.map((row) => ({
    id: row.id,
    intentId: row.intent_id,
    amountCents: row.amount_cents,
    failedAt: toBerlinIso(row.failed_at),
  }));
}
