import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { newOrderNumber } from '../orders/order-number.ts';
import { errorCode } from '../platform/error-code.ts';
import { isFree, namedCheckout, receivedCents, refundedCents, retrieveIntent } from './intents.ts';
import { endOf, findCheckoutOf, type Settlement } from './known-checkout.ts';
import type { PaymentTools } from './payment-tools.ts';
import { recordEvent, type EventFacts } from './record-event.ts';
import { settleStepByStep } from './settle-step-by-step.ts';

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
  const { rows } = await tools.steps.query<{ checkout_id: number | null }>({
    name: 'settle_paid',
    text: 'select settle_paid($1, $2, $3, $4, $5, $6) as checkout_id',
    values: [intent.id, receivedCents(intent), key, newOrderNumber(), event?.id, event?.type],
  });
  const checkoutId = rows[0]?.checkout_id ?? null;
  if (checkoutId === null) return null;
  await tools.flush();
  return { outcome: 'ordered', checkoutId };
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
