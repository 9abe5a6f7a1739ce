import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { createOrder } from '../orders/create-order.ts';
import { errorCode } from '../platform/error-code.ts';
import { transact } from '../platform/transact.ts';
import { giveBack, giveForeignMoneyBack, refundedCents } from './give-back.ts';
import { checkoutKey, isFree, retrieveIntent } from './intents.ts';
import { lockCheckout, type LockedCheckout } from './lock-checkout.ts';
import type { PaymentTools } from './payment-tools.ts';

/** How a payment ended; `open` and `processing` may still change. */
export type Settlement =
  | { outcome: 'ordered' | 'refunded'; checkoutId: number }
  | { outcome: 'processing' | 'open' | 'canceled' | 'unknown' };

/** A provider's event, written in the transaction of its effect. */
export interface EventFacts {
  id: string;
  type: string;
}

/** How often settling is tried when the tickets are in somebody else's hands for a moment. */
const TRIES = 5;

/**
 * The one command that settles a payment, whoever comes first: browser, webhook or reconciliation
 * (design/payments.md 11). Believes only what the provider says of the intent. Paid: the held tickets
 * become an order; gone ones are taken again if free, else the money is refunded, once. Repeatable.
 */
export async function settlePayment(
  tools: PaymentTools,
  intentId: string,
  event?: EventFacts,
): Promise<Settlement> {
  const intent = isFree(intentId) ? null : await retrieveIntent(tools.provider, intentId);
  if (intent === null && !isFree(intentId)) return { outcome: 'unknown' };
  const settlement = await settleOrWait(tools, intentId, async (client) => {
    if (event !== undefined) await recordEvent(client, event, intentId);
    const checkout = await lockCheckout(client, intentId, intent);
    if (checkout !== null) return await settle(client, checkout, intent);
    await giveForeignMoneyBack(client, intent);
    return { outcome: 'unknown' };
  });
  if (settlement.outcome === 'ordered' || settlement.outcome === 'refunded') tools.stockChanged();
  return settlement;
}

/** Free tickets may be in somebody else's hands for a moment (sell_tickets): then it is tried again. */
async function settleOrWait(
  tools: PaymentTools,
  intentId: string,
  work: (client: PoolClient) => Promise<Settlement>,
): Promise<Settlement> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact(tools.pool, work);
    } catch (error) {
      if (errorCode(error) !== '40001' || tries === TRIES) throw error;
    }
    await tools.pool.query(
      `select wait_for_release(array(
         select l.product_id from checkout_line l join checkout c on c.id = l.checkout_id
         where c.intent_id = $1))`,
      [intentId],
    );
  }
}

async function settle(
  client: PoolClient,
  checkout: LockedCheckout,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  const { id } = checkout;
  if (checkout.settled_at !== null) {
    return { outcome: checkout.has_order ? 'ordered' : 'refunded', checkoutId: id };
  }
  if (!isPaid(checkout, intent)) return await settleUnpaid(client, checkout, intent);
  if (!isAsAgreed(checkout, intent) || refundedCents(intent) > 0) {
    // another sum or name than was agreed, or already given back in the provider's dashboard
    await giveBack(client, checkout, intent, 'mismatch');
    return { outcome: 'refunded', checkoutId: id };
  }
  if (!(await sellTickets(client, checkout))) {
    await giveBack(client, checkout, intent, 'tickets_gone');
    return { outcome: 'refunded', checkoutId: id };
  }
  await createOrder(client, id);
  return { outcome: 'ordered', checkoutId: id };
}

/** Whether the money is there. A free order is paid by completing it, as long as nobody has closed it. */
function isPaid(checkout: LockedCheckout, intent: Stripe.PaymentIntent | null): boolean {
  if (intent === null) return checkout.amount_cents === 0 && checkout.closed_at === null;
  return intent.status === 'succeeded';
}

/** Amount, currency and name of a payment are checked again (design/payments.md 1). */
function isAsAgreed(checkout: LockedCheckout, intent: Stripe.PaymentIntent | null): boolean {
  if (intent === null) return true;
  const { amount_received: received, currency, metadata } = intent;
  return (
    received === checkout.amount_cents &&
    currency === 'eur' &&
    metadata['checkout_key'] === checkoutKey(checkout)
  );
}

async function settleUnpaid(
  client: PoolClient,
  checkout: LockedCheckout,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  await client.query('update checkout set checked_at = clock_timestamp() where id = $1', [
    checkout.id,
  ]);
  if (intent === null || intent.status === 'canceled') {
    await client.query(
      `update checkout set closed_at = coalesce(closed_at, clock_timestamp()) where id = $1`,
      [checkout.id],
    );
    // unless a newer payment of the same cart is open, which keeps its two minutes
    await client.query(
      `update cart set release_at = expires_at where id = $1 and not exists (
         select from checkout where cart_id = $1 and closed_at is null and settled_at is null)`,
      [checkout.cart_id],
    );
    return { outcome: 'canceled' };
  }
  return { outcome: intent.status === 'processing' ? 'processing' : 'open' };
}

/** The cart's own tickets; those of a closed checkout were given up, so it takes free ones only. */
async function sellTickets(client: PoolClient, checkout: LockedCheckout): Promise<boolean> {
  const { rows } = await client.query<{ sold: boolean }>({
    name: 'sell_tickets',
    text: `select sell_tickets($2, array_agg(l.product_id), array_agg(l.quantity)) as sold
           from (select product_id, sum(quantity)::integer as quantity from checkout_line
                 where checkout_id = $1 group by product_id order by product_id) l`,
    values: [checkout.id, checkout.closed_at === null ? checkout.cart_id : null],
  });
  return rows[0]?.sold === true;
}

async function recordEvent(client: PoolClient, event: EventFacts, intentId: string): Promise<void> {
  await client.query(
    `insert into payment_event (id, type, object_id) values ($1, $2, $3) on conflict (id) do nothing`,
    [event.id, event.type, intentId],
  );
}
