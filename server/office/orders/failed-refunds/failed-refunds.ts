import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { FailedRefund, RefundWithoutOrder } from '#contract/office/order-queries.ts';
import { unresolvedRefundSql } from '../../../payment/refund.ts';
import type { Context } from '../../../operations/define.ts';
import { describeProviderCode } from '../describe-provider-code.ts';
import { Problem } from '../../../platform/problem.ts';

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
     where ${unresolvedRefundSql}
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

interface FailedRefundRow {
  id: number;
  order_no: string | null;
  intent_id: string;
  amount_cents: number;
  failed_at: Date;
  failure: string | null;
  is_open: boolean;
}

/** A refund that failed, with or without an order, dealt with or not. Throws 404 for any other. */
export async function getFailedRefund(
  { deps, caller: { language } }: Context,
  { id }: { id: number },
): Promise<FailedRefund> {
  const { rows } = await deps.pool.query<FailedRefundRow>(
    `select r.id, o.order_no, r.intent_id, r.amount_cents, r.failed_at, r.failure, r.resolved_at is null as is_open
     from refund r left join orders o on o.checkout_id = r.checkout_id
     where r.id = $1 and r.failed_at is not null`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  return {
    id: row.id,
    orderNo: row.order_no,
    intentId: row.intent_id,
    amountCents: row.amount_cents,
    failedAt: toBerlinIso(row.failed_at),
    failure: row.failure === null ? null : describeProviderCode(row.failure, language),
    isOpen: row.is_open,
  };
}
