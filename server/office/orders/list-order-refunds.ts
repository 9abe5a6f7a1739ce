import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { OrderRefund } from '#contract/office/order-queries.ts';
import { describeProviderCode } from './describe-provider-code.ts';

interface RefundRow {
  id: number;
  amount_cents: number;
  requested_at: Date;
  succeeded_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  resolution: 'again' | 'by hand' | 'dashboard' | 'dispute' | null;
  settled: OrderRefund['settled'];
}

/** All refunds of a checkout, oldest first. */
export async function listOrderRefunds(
  pool: Pool,
  checkoutId: number,
  language: Language,
): Promise<OrderRefund[]> {
  const { rows } = await pool.query<RefundRow>(
    `select id, amount_cents, requested_at, succeeded_at, failed_at, failure, resolution,
       case when resolved_on is not null then jsonb_build_object('day', resolved_on,
         'how', concat_ws(', ', resolved_way, resolved_note)) end as settled
     from refund where checkout_id = $1 order by id`,
    [checkoutId],
  );
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    state: stateOf(row),
    requestedAt: toBerlinIso(row.requested_at),
    failure: row.failure === null ? null : describeProviderCode(row.failure, language),
    settled: row.settled,
  }));
}

function stateOf(row: RefundRow): OrderRefund['state'] {
  if (row.resolution === 'by hand') return 'by-hand';
  if (row.resolution !== null) return row.resolution;
  if (row.failed_at !== null) return 'failed';
  return row.succeeded_at === null ? 'requested' : 'done';
}
