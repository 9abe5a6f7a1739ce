import type { PoolClient } from 'pg';

/** A checkout about to be settled, locked together with its cart. */
export interface LockedCheckout {
  id: number;
  cart_id: number;
  session_id: string;
  language: 'de' | 'en';
  amount_cents: number;
  details: { email: string | null; last_name: string };
  closed_at: Date | null;
  is_settled: boolean;
  has_order: boolean;
}

/** Locks the cart, then the checkout of a payment; null when the payment belongs to no checkout of ours. */
export async function lockCheckout(
  client: PoolClient,
  intentId: string,
): Promise<LockedCheckout | null> {
  const locked = await client.query({
    name: 'lock_cart_of_checkout',
    text: `select from cart where id = (select cart_id from checkout where intent_id = $1) for update`,
    values: [intentId],
  });
  if (locked.rowCount === 0) return null;
  const { rows } = await client.query<LockedCheckout>({
    name: 'lock_checkout',
    text: `select c.id, c.cart_id, c.session_id, c.language, c.amount_cents, c.details,
             c.closed_at, c.settled_at is not null as is_settled,
             exists (select from orders o where o.checkout_id = c.id) as has_order
           from checkout c where c.intent_id = $1 for update`,
    values: [intentId],
  });
  return rows[0] ?? null;
}
