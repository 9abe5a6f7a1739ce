import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { createOrder } from '../orders/create-order.ts';
import { transact } from '../platform/transact.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { checkoutKey, isFree, retrieveIntent } from './intents.ts';
import type { PaymentTools } from './payment-tools.ts';
import { requestRefund } from './request-refund.ts';

/** How a payment ended; `open` and `processing` may still change. */
export type Settlement =
  | { outcome: 'ordered' | 'refunded'; checkoutId: number }
  | { outcome: 'processing' | 'open' | 'canceled' | 'unknown' };

/** A provider's event, written in the transaction of its effect. */
export interface EventFacts {
  id: string;
  type: string;
}

interface CheckoutRow {
  id: number;
  cart_id: number;
  session_id: string;
  language: 'de' | 'en';
  amount_cents: number;
  details: { email: string | null };
  closed_at: Date | null;
  settled_at: Date | null;
  has_order: boolean;
}

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
  const settlement = await transact(tools.pool, async (client) => {
    if (event !== undefined) await recordEvent(client, event, intentId);
    const checkout = await lockCheckout(client, intentId, intent);
    if (checkout === null) return await settleForeignMoney(client, intent);
    return await settle(client, checkout, intent);
  });
  if (settlement.outcome === 'ordered' || settlement.outcome === 'refunded') tools.stockChanged();
  return settlement;
}

async function settle(
  client: PoolClient,
  checkout: CheckoutRow,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  const { id } = checkout;
  if (checkout.settled_at !== null) {
    return { outcome: checkout.has_order ? 'ordered' : 'refunded', checkoutId: id };
  }
  const paid = paidCents(checkout, intent);
  if (paid === null) return await settleUnpaid(client, checkout, intent);
  const refunded = refundedCents(intent);
  if (paid !== checkout.amount_cents || refunded > 0) {
    // another sum than was agreed, or already given back in the provider's dashboard
    return await giveBack(client, checkout, intent, paid - refunded, 'mismatch');
  }
  if (!(await sellTickets(client, checkout))) {
    return await giveBack(client, checkout, intent, paid, 'tickets_gone');
  }
  await createOrder(client, id);
  return { outcome: 'ordered', checkoutId: id };
}

/** What has been paid in cents; null when nothing has (yet). */
function paidCents(checkout: CheckoutRow, intent: Stripe.PaymentIntent | null): number | null {
  if (intent === null) return checkout.amount_cents === 0 && checkout.closed_at === null ? 0 : null;
  if (intent.status !== 'succeeded') return null;
  return intent.currency === 'eur' ? intent.amount_received : 0;
}

function refundedCents(intent: Stripe.PaymentIntent | null): number {
  const charge = intent?.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0;
}

async function settleUnpaid(
  client: PoolClient,
  checkout: CheckoutRow,
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
    await client.query('update cart set release_at = expires_at where id = $1', [checkout.cart_id]);
    return { outcome: 'canceled' };
  }
  return { outcome: intent.status === 'processing' ? 'processing' : 'open' };
}

/** The cart's own tickets; those of a closed checkout were given up, so it takes free ones only. */
async function sellTickets(client: PoolClient, checkout: CheckoutRow): Promise<boolean> {
  const { rows } = await client.query<{ sold: boolean }>({
    name: 'sell_tickets',
    text: `select sell_tickets($2, array_agg(l.product_id), array_agg(l.quantity)) as sold
           from (select product_id, sum(quantity)::integer as quantity from checkout_line
                 where checkout_id = $1 group by product_id order by product_id) l`,
    values: [checkout.id, checkout.closed_at === null ? checkout.cart_id : null],
  });
  return rows[0]?.sold === true;
}

async function giveBack(
  client: PoolClient,
  checkout: CheckoutRow,
  intent: Stripe.PaymentIntent | null,
  cents: number,
  reason: 'tickets_gone' | 'mismatch',
): Promise<Settlement> {
  if (intent !== null && cents > 0) {
    await requestRefund(client, { checkoutId: checkout.id, intentId: intent.id, cents, reason });
  }
  await client.query(`select release_cart($1)`, [checkout.cart_id]);
  await client.query('update checkout set settled_at = clock_timestamp() where id = $1', [
    checkout.id,
  ]);
  if (checkout.details.email !== null) {
    await queueMail(client, {
      kind: 'order-refunded',
      recipient: checkout.details.email,
      language: checkout.language,
      facts: { checkoutId: checkout.id },
      eventKey: `refunded-${checkout.id}`,
    });
  }
  return { outcome: 'refunded', checkoutId: checkout.id };
}

/** Money that fits no checkout is refunded (api.md, Payment and order). */
async function settleForeignMoney(
  client: PoolClient,
  intent: Stripe.PaymentIntent | null,
): Promise<Settlement> {
  const cents =
    (intent?.status === 'succeeded' ? intent.amount_received : 0) - refundedCents(intent);
  if (intent !== null && cents > 0) {
    await requestRefund(client, {
      checkoutId: null,
      intentId: intent.id,
      cents,
      reason: 'no_checkout',
    });
  }
  return { outcome: 'unknown' };
}

/** Cart, then checkout: the order in which everybody locks. Found by the intent, else by its metadata. */
async function lockCheckout(
  client: PoolClient,
  intentId: string,
  intent: Stripe.PaymentIntent | null,
): Promise<CheckoutRow | null> {
  const named = Number(intent?.metadata['checkout'] ?? 0);
  const found = await client.query<{ id: number; cart_id: number; session_id: string }>(
    `select id, cart_id, session_id from checkout
     where intent_id = $1 or (intent_id is null and id = $2)`,
    [intentId, Number.isSafeInteger(named) ? named : 0],
  );
  const checkout = found.rows[0];
  if (checkout === undefined) return null;
  if (intent !== null && intent.metadata['checkout_key'] !== checkoutKey(checkout)) return null;
  await client.query('select from cart where id = $1 for update', [checkout.cart_id]);
  const { rows } = await client.query<CheckoutRow>(
    `update checkout c set intent_id = coalesce(c.intent_id, $2) where c.id = $1
     returning c.id, c.cart_id, c.session_id, c.language, c.amount_cents, c.details, c.closed_at,
       c.settled_at, exists (select from orders o where o.checkout_id = c.id) as has_order`,
    [checkout.id, intentId],
  );
  return rows[0] ?? null;
}

async function recordEvent(client: PoolClient, event: EventFacts, intentId: string): Promise<void> {
  await client.query(
    `insert into payment_event (id, type, object_id) values ($1, $2, $3) on conflict (id) do nothing`,
    [event.id, event.type, intentId],
  );
}
