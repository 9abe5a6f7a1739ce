import type { PoolClient } from 'pg';

export interface NewRefund {
  checkoutId: number | null;
  intentId: string;
  cents: number;
  reason: 'tickets_gone' | 'no_checkout' | 'mismatch' | 'office';
}

/**
 * Promises a refund: its row and its job commit together with what caused it. Of the automatic reasons
 * there is one per intent, however often it is settled; null when it has been promised before.
 */
export async function requestRefund(client: PoolClient, refund: NewRefund): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into refund (checkout_id, intent_id, amount_cents, reason) values ($1, $2, $3, $4)
       on conflict (intent_id) where reason in ('tickets_gone', 'no_checkout', 'mismatch') do nothing
       returning id
     )
     select id, enqueue_refund(id) from made`,
    [refund.checkoutId, refund.intentId, refund.cents, refund.reason],
  );
  return rows[0]?.id ?? null;
}
