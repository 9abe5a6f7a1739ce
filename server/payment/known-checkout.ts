import type { Flush } from '../platform/flush.ts';
import type { Statements } from '../platform/share-connections.ts';

/** How a payment ended; `open` and `processing` may still change. */
export type Settlement =
  | { outcome: 'ordered' | 'refunded'; checkoutId: number }
  | { outcome: 'processing' | 'open' | 'canceled' | 'unknown' };

/** A checkout as far as one has to know whether its payment has ended. */
export interface KnownCheckout {
  id: number;
  session_id: string;
  is_settled: boolean;
  has_order: boolean;
}

/** The checkout of a payment, as it is on disk; null when none is known by its intent. */
export async function findCheckoutOf(
  tools: { steps: Statements; flush: Flush },
  intentId: string,
): Promise<KnownCheckout | null> {
  const { rows } = await tools.steps.query<KnownCheckout & { is_fresh: boolean }>({
    name: 'find_checkout_of_intent',
    text: `select c.id, c.session_id, c.settled_at is not null as is_settled,
             exists (select from orders o where o.checkout_id = c.id) as has_order,
             coalesce(c.settled_at > clock_timestamp() - interval '10 seconds', false) as is_fresh
           from checkout c where c.intent_id = $1`,
    values: [intentId],
  });
  // the database writes by itself what was settled, but not at once (db/functions/settle-paid.sql)
  if (rows[0]?.is_fresh === true) await tools.flush();
  return rows[0] ?? null;
}

/** How a payment ended that has ended already; null while it is open. */
export function endOf(
  checkout: Pick<KnownCheckout, 'id' | 'is_settled' | 'has_order'> | null,
): Settlement | null {
  if (checkout?.is_settled !== true) return null;
  return { outcome: checkout.has_order ? 'ordered' : 'refunded', checkoutId: checkout.id };
}
