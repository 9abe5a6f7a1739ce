import { errorCode } from '../platform/errors.ts';
import type { ConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { retry } from '../platform/retry.ts';
import {
  isFree,
  retrieveIntent,
  checkoutReference,
  receivedCents,
  paidCard,
  refundedCents,
} from './provider/intents.ts';
import {
  finalSettlement,
  findCheckoutState,
  isFinal,
  recordEvent,
  closeCheckout,
  type CheckoutState,
  type Settlement,
  type EventRef,
  type PaymentDeps,
  type OpenCheckout,
} from './settlement.ts';
import { settleUnusualPayment } from './settle-unusual-payment.ts';
import type Stripe from 'stripe';
import { toId } from './provider/provider-lists.ts';
import { retrievePage } from './provider/provider-pages.ts';
import { createOrderNumber } from '../orders/create-order.ts';

/** Attempts while another transaction is releasing the tickets that settling needs. */
const MAX_ATTEMPTS = 5;

/** Values that the caller may already have. */
export interface SettleOptions {
  /** The provider's event that reports the payment; recorded together with its effect. */
  event?: EventRef;
  /** The checkout as the caller has just read it; read here if left out. */
  checkout?: CheckoutState | null;
  /** Limits the read at the provider alone: a webhook that arrives meanwhile shares this settlement. */
  limit?: ConcurrencyLimiter;
}

/** For what no browser causes. */
export const withoutLimit: ConcurrencyLimiter = (work) => work();

/**
 * Settles a payment for every caller: browser, webhook and reconciliation (payments.md 11). Trusts only the
 * intent's state at the provider. The held tickets of a paid one become an order; released tickets are sold if
 * they are still available, otherwise the payment is refunded, once. Repeatable.
 */
export async function settlePayment(
  deps: PaymentDeps,
  intentId: string,
  { event, checkout, limit = withoutLimit }: SettleOptions = {},
): Promise<Settlement> {
  const state = checkout === undefined ? await findCheckoutState(deps, intentId) : checkout;
  // browser and webhook often arrive together: the second reuses the first one's result if it is final
  const known = finalSettlement(state) ?? (await deps.inProgress.join(intentId));
  if (known !== null) {
    if (event !== undefined) await recordEvent(deps.pool, event, intentId);
    return known;
  }
  return await deps.inProgress.run(intentId, async () => {
    const intent = isFree(intentId)
      ? null
      : await limit(() => retrieveIntent(deps.provider, intentId));
    if (intent === null && !isFree(intentId)) return { outcome: 'unknown' };
    if (state === null && intent !== null) await attachIntent(deps, intent);
    const settlement = await retryOnConflict(
      deps,
      intentId,
      async () =>
        (await settlePaid(deps, intent, event)) ??
        (await settleUnusualPayment(deps, intentId, intent, event)),
    );
    if (isFinal(settlement)) deps.stockChanged();
    return settlement;
  });
}

/** Another transaction may be releasing expired holds that this payment needs (sell_available_tickets). */
async function retryOnConflict(
  deps: PaymentDeps,
  intentId: string,
  settle: () => Promise<Settlement>,
): Promise<Settlement> {
  const when = async (error: unknown): Promise<boolean> => {
    if (errorCode(error) !== '40001') return false;
    await deps.pool.query(
      `select wait_for_expired_holds(array(
         select l.product_id from checkout_line l join checkout c on c.id = l.checkout_id
         where c.intent_id = $1))`,
      [intentId],
    );
    return true;
  };
  return await retry({ attempts: MAX_ATTEMPTS, when }, settle);
}

/** How many open pages we check for a payment that names no checkout. */
const MAX_PAGES = 20;

/**
 * Stores a payment's intent with its checkout if no checkout has it yet: the provider creates the intent of a
 * hosted page when its buyer pays, and the process that created the intent of card fields may have died before
 * it stored it. The payment's metadata names the checkout. An id alone may belong to another database on the
 * same account, so the key must match, too.
 */
async function attachIntent(deps: PaymentDeps, intent: Stripe.PaymentIntent): Promise<void> {
  const named = checkoutReference(intent);
  if (named?.key === undefined) return await attachToPage(deps, intent);
  await deps.steps.query({
    name: 'attach_intent',
    text: `update checkout c set intent_id = $1
           where c.id = $2 and c.intent_id is null and hash_checkout(c) = $3`,
    values: [intent.id, named.id, named.key],
  });
}

/** A provider that only implements Stripe's protocol may store no metadata: then the page names its intent. */
async function attachToPage(deps: PaymentDeps, intent: Stripe.PaymentIntent): Promise<void> {
  if (intent.status !== 'succeeded') return;
  const { rows } = await deps.pool.query<{ provider_session: string }>(
    `select provider_session from checkout
     where provider_session is not null and intent_id is null and settled_at is null
       and amount_cents = $1 and created_at > now() - interval '2 days'
     order by created_at desc limit $2`,
    [receivedCents(intent), MAX_PAGES],
  );
  for (const { provider_session: providerSession } of rows) {
    const session = await retrievePage(deps.provider, providerSession);
    if (toId(session?.payment_intent ?? null) !== intent.id) continue;
    await deps.pool.query(
      'update checkout set intent_id = $1 where provider_session = $2 and intent_id is null',
      [intent.id, providerSession],
    );
    return;
  }
}

/**
 * Settles the usual payment, paid as agreed with its tickets still held, in one statement
 * (db/functions/settle-paid.sql). Null in every other case; then nothing has changed.
 */
async function settlePaid(
  deps: Pick<PaymentDeps, 'steps' | 'flush'>,
  intent: Stripe.PaymentIntent | null,
  event: EventRef | undefined,
): Promise<Settlement | null> {
  if (intent?.status !== 'succeeded' || intent.currency !== 'eur' || refundedCents(intent) > 0) {
    return null;
  }
  const reference = checkoutReference(intent);
  const key = reference === null ? null : (reference.key ?? '');
  const card = paidCard(intent);
  const { rows } = await deps.steps.query<{ checkout_id: number | null }>({
    name: 'settle_paid',
    text: 'select settle_paid($1, $2, $3, $4, $5, $6, $7, $8) as checkout_id',
    values: [
      intent.id,
      receivedCents(intent),
      key,
      createOrderNumber(),
      event?.id,
      event?.type,
      card?.brand,
      card?.last4,
    ],
  });
  const checkoutId = rows[0]?.checkout_id ?? null;
  if (checkoutId === null) return null;
  await deps.flush(checkoutId);
  return { outcome: 'ordered', checkoutId };
}

/** Values that the caller may already have. */
export interface SettlePageOptions {
  /** The provider's event that reports the page; recorded together with its effect. */
  event?: EventRef | undefined;
  /** The page as the caller has just read it, null when there is none; read here if left out. */
  session?: Stripe.Checkout.Session | null;
  /** Limits the reads at the provider. */
  limit?: ConcurrencyLimiter;
}

/**
 * Settles a payment made on a hosted page, for the returning browser, the webhook and the reconciliation.
 * Trusts only the page's state at the provider. Closes the checkout of a page that can no longer be paid.
 */
export async function settlePage(
  deps: PaymentDeps,
  providerSession: string,
  { event, session: known, limit = withoutLimit }: SettlePageOptions = {},
): Promise<Settlement> {
  const session =
    known === undefined ? await limit(() => retrievePage(deps.provider, providerSession)) : known;
  const intentId = toId(session?.payment_intent ?? null);
  const settlement: Settlement =
    intentId === ''
      ? { outcome: session?.status === 'open' ? 'open' : 'canceled' }
      : await settleIntent(deps, providerSession, intentId, { ...(event && { event }), limit });
  if (intentId === '' && event !== undefined) await recordEvent(deps.pool, event, providerSession);
  await recordCheck(deps, providerSession);
  if (session?.status !== 'open' && isUnpaid(settlement)) await closePage(deps, providerSession);
  return settlement;
}

/** Whether nothing has been paid or is processing. */
export function isUnpaid({ outcome }: Settlement): boolean {
  return outcome === 'open' || outcome === 'canceled' || outcome === 'unknown';
}

/** Stores the intent with its checkout first, so that `settlePaid` can settle it in one statement. */
async function settleIntent(
  deps: PaymentDeps,
  providerSession: string,
  intentId: string,
  options: SettleOptions,
): Promise<Settlement> {
  await deps.steps.query({
    name: 'store_intent_of_page',
    text: `update checkout set intent_id = $2 where provider_session = $1 and intent_id is null`,
    values: [providerSession, intentId],
  });
  return await settlePayment(deps, intentId, options);
}

async function recordCheck(deps: PaymentDeps, providerSession: string): Promise<void> {
  await deps.pool.query(
    `update checkout set checked_at = clock_timestamp()
     where provider_session = $1 and settled_at is null`,
    [providerSession],
  );
}

/** Closes the checkout of a page that can no longer be paid. */
async function closePage(deps: PaymentDeps, providerSession: string): Promise<void> {
  const { rows } = await deps.pool.query<OpenCheckout>(
    `select id, intent_id, provider_session from checkout
     where provider_session = $1 and closed_at is null and settled_at is null`,
    [providerSession],
  );
  if (rows[0] !== undefined && (await closeCheckout(deps.pool, rows[0]))) deps.stockChanged();
}
