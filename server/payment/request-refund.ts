import type { PoolClient } from 'pg';

export interface NewRefund {
  checkoutId: number | null;
  intentId: string;
  cents: number;
  reason: 'tickets_gone' | 'no_checkout' | 'mismatch' | 'office';
}

/**
 * Promises a refund: its row and its job commit together with what caused it. Of the automatic reasons
 * there is one per intent, however often it is settled.
 */
export async function requestRefund(client: PoolClient, refund: NewRefund): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `with locked as (
       select pg_advisory_xact_lock(hashtextextended($2, 0))
     ), made as (
       insert into refund (checkout_id, intent_id, amount_cents, reason)
       select $1, $2, $3, $4 from locked
       where $4 = 'office'
         or not exists (select from refund where intent_id = $2 and reason = $4)
       returning id
     )
     select id, graphile_worker.add_job('carry-out-refund', json_build_object('refundId', id),
       job_key => 'refund-' || id, max_attempts => 100) is not null as queued
     from made`,
    [refund.checkoutId, refund.intentId, refund.cents, refund.reason],
  );
  return rows[0]?.id ?? null;
}
