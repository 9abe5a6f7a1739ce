import type Stripe from 'stripe';
import {
  closeCheckout,
  recordEvent,
  type OpenCheckout,
  type Settlement,
  type EventRef,
  type PaymentDeps,
} from './settlement.ts';
import { toId } from './provider/provider-lists.ts';
import { retrievePage } from './provider/provider-pages.ts';
import { settlePayment, withoutLimit, type SettleOptions } from './settle-payment.ts';
import type { ConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';

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
