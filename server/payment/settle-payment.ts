import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type Stripe from 'stripe';
import { newOrderNumber } from '../orders/order-number.ts';
import { orderCheckout } from '../orders/order-checkout.ts';
import { errorCode } from '../platform/error-code.ts';
import { transact } from '../platform/transact.ts';
import { giveBack, giveForeignMoneyBack } from './give-back.ts';
import {
  checkoutKey,
  isFree,
  namedCheckout,
  receivedCents,
  refundedCents,
  retrieveIntent,
} from './intents.ts';
import { endOf, findCheckoutOf, type Settlement } from './known-checkout.ts';
import { lockCheckout, type LockedCheckout } from './lock-checkout.ts';
import type { PaymentTools } from './payment-tools.ts';

/** A provider's event, written in the transaction of its effect. */
export interface EventFacts {
  id: string;
  type: string;
}

/** How long one who settles waits for another in this process, who may be waiting for a slow provider. */
const PATIENCE_MS = 1000;
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
  const ended = endOf(await findCheckoutOf(tools, intentId));
  if (ended === null) return await settleOpenPayment(tools, intentId, event);
  if (event !== undefined) await recordEvent(tools.pool, event, intentId);
  return ended;
}

/**
 * Settles a payment that had not ended a moment ago. Browser and webhook often come together: the second
 * takes the first one's word for it that the payment has ended, and for nothing else, for the payment may
 * have been made after the first one asked the provider.
 */
export async function settleOpenPayment(
  tools: PaymentTools,
  intentId: string,
  event?: EventFacts,
): Promise<Settlement> {
  const first = await endOfUnderway(tools, intentId);
  if (first !== null) {
    if (event !== undefined) await recordEvent(tools.pool, event, intentId);
    return first;
  }
  const mine = askAndSettle(tools, intentId, event);
  tools.underway.set(intentId, mine);
  try {
    return await mine;
  } finally {
    if (tools.underway.get(intentId) === mine) tools.underway.delete(intentId);
  }
}

/** How a payment ended that is being settled just now; null: it has not, or not soon enough. */
async function endOfUnderway(tools: PaymentTools, intentId: string): Promise<Settlement | null> {
  const underway = tools.underway.get(intentId);
  if (underway === undefined) return null;
  const patience = wait(PATIENCE_MS, undefined, { ref: false });
  const settlement = await Promise.race([underway.catch(() => undefined), patience]);
  return settlement?.outcome === 'ordered' || settlement?.outcome === 'refunded'
    ? settlement
    : null;
}

async function askAndSettle(
  tools: PaymentTools,
  intentId: string,
  event: EventFacts | undefined,
): Promise<Settlement> {
  const intent = isFree(intentId) ? null : await retrieveIntent(tools.provider, intentId);
  if (intent === null && !isFree(intentId)) return { outcome: 'unknown' };
  const settlement = await settleOrWait(
    tools,
    intentId,
    async () =>
      (intent === null ? null : await settlePaid(tools, intent, event)) ??
      (await settleStepByStep(tools.pool, intentId, intent, event)),
  );
  if (settlement.outcome === 'ordered' || settlement.outcome === 'refunded') tools.stockChanged();
  return settlement;
}

/** The way nearly every payment ends, in one statement (db/functions/settle-paid.sql); null: it is not so. */
async function settlePaid(
  tools: PaymentTools,
  intent: Stripe.PaymentIntent,
  event: EventFacts | undefined,
): Promise<Settlement | null> {
  if (intent.status !== 'succeeded' || intent.currency !== 'eur' || refundedCents(intent) > 0) {
    return null;
  }
  const named = namedCheckout(intent);
  const key = named === null ? null : (named.key ?? '');
  const { rows } = await tools.pool.query<{ checkout_id: number | null }>({
    name: 'settle_paid',
    text: 'select settle_paid($1, $2, $3, $4, $5, $6) as checkout_id',
    values: [intent.id, receivedCents(intent), key, newOrderNumber(), event?.id, event?.type],
  });
  const checkoutId = rows[0]?.checkout_id ?? null;
  if (checkoutId === null) return null;
  await tools.flush();
  return { outcome: 'ordered', checkoutId };
}

/** Every other way, each step to be seen, in one transaction. */
async function settleStepByStep(
  pool: Pool,
  intentId: string,
  intent: Stripe.PaymentIntent | null,
  event: EventFacts | undefined,
): Promise<Settlement> {
  return await transact(pool, async (client) => {
    const checkout = await lockCheckout(client, intentId, intent);
    const settlement: Settlement =
      checkout === null ? { outcome: 'unknown' } : await settle(client, checkout, intent);
    if (checkout === null) await giveForeignMoneyBack(client, intent);
    // last, as in settle_paid: the same event twice at once would else wait for each other
    if (event !== undefined) await recordEvent(client, event, intentId);
    return settlement;
  });
}

/** Free tickets may be in somebody else's hands for a moment (sell_tickets): then it is tried again. */
async function settleOrWait(
  tools: PaymentTools,
  intentId: string,
  work: () => Promise<Settlement>,
): Promise<Settlement> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
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
  const ended = endOf(checkout);
  if (ended !== null) return ended;
  if (!isPaid(checkout, intent)) return await settleUnpaid(client, checkout, intent);
  if (!isAsAgreed(checkout, intent) || refundedCents(intent) > 0) {
    // another sum or name than was agreed, or already given back in the provider's dashboard
    await giveBack(client, checkout, intent, 'mismatch');
    return { outcome: 'refunded', checkoutId: id };
  }
  if ((await orderCheckout(client, id)) === null) {
    await giveBack(client, checkout, intent, 'tickets_gone');
    return { outcome: 'refunded', checkoutId: id };
  }
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
  const named = namedCheckout(intent);
  return (
    receivedCents(intent) === checkout.amount_cents &&
    intent.currency === 'eur' &&
    (named === null || named.key === checkoutKey(checkout))
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

async function recordEvent(
  client: Pool | PoolClient,
  event: EventFacts,
  intentId: string,
): Promise<void> {
  await client.query({
    name: 'record_event',
    text: `insert into payment_event (id, type, object_id) values ($1, $2, $3) on conflict (id) do nothing`,
    values: [event.id, event.type, intentId],
  });
}
