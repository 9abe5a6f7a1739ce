import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { checkoutKey, namedCheckout } from './intents.ts';

/** A checkout about to be settled; its cart and it are locked. */
export interface LockedCheckout {
  id: number;
  cart_id: number;
  session_id: string;
  language: 'de' | 'en';
  amount_cents: number;
  details: { email: string | null };
  closed_at: Date | null;
  is_settled: boolean;
  has_order: boolean;
}

interface FoundCheckout {
  id: number;
  cart_id: number;
  session_id: string;
  intent_id: string | null;
}

/**
 * The checkout of a payment, locked as everybody locks: cart, then checkout. Found by the intent, else by
 * the intent's metadata, when the process that made the intent died before it could note it. Null: the
 * payment is not ours.
 */
export async function lockCheckout(
  client: PoolClient,
  intentId: string,
  intent: Stripe.PaymentIntent | null,
): Promise<LockedCheckout | null> {
  const named = intent === null ? null : namedCheckout(intent);
  const found = await client.query<FoundCheckout>({
    name: 'find_checkout_to_settle',
    text: `select id, cart_id, session_id, intent_id from checkout
           where intent_id = $1 or (intent_id is null and id = $2)`,
    values: [intentId, named?.id ?? 0],
  });
  const checkout = found.rows.find((row) => row.intent_id !== null) ?? found.rows[0];
  if (checkout === undefined) return null;
  // a name alone may also be that of another database on the same account
  const isOurs = checkout.intent_id !== null || named?.key === checkoutKey(checkout);
  if (!isOurs) return null;
  await client.query('select from cart where id = $1 for update', [checkout.cart_id]);
  const { rows } = await client.query<LockedCheckout>({
    name: 'lock_checkout',
    text: `update checkout c set intent_id = coalesce(c.intent_id, $2) where c.id = $1
           returning c.id, c.cart_id, c.session_id, c.language, c.amount_cents, c.details,
             c.closed_at, c.settled_at is not null as is_settled,
             exists (select from orders o where o.checkout_id = c.id) as has_order`,
    values: [checkout.id, intentId],
  });
  return rows[0] ?? null;
}
