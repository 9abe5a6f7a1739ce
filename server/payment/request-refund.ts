import type { PoolClient } from 'pg';

/** A refund to be made; `checkoutId` is null for a payment that belongs to no checkout. */
export interface NewRefund {
  checkoutId: number | null;
  intentId: string;
  cents: number;
  reason: 'tickets_gone' | 'no_checkout' | 'mismatch' | 'office';
}

/**
 * Requests a refund: its row and its job commit with the caller's transaction. There is at most one automatic
 * refund per intent, however often the payment is settled; null when it has been requested before.
 */
export async function requestRefund(client: PoolClient, refund: NewRefund): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `with requested as (
       insert into refund (checkout_id, intent_id, amount_cents, reason) values ($1, $2, $3, $4)
       on conflict (intent_id) where reason in ('tickets_gone', 'no_checkout', 'mismatch') do nothing
       returning id
     )
     select id, enqueue_refund(id) from requested`,
    [refund.checkoutId, refund.intentId, refund.cents, refund.reason],
  );
  return rows[0]?.id ?? null;
}
