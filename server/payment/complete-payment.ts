import { findCart } from '../cart/find-cart.ts';
import type { ConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { Problem } from '../platform/problem.ts';
import { isFree } from './provider/intents.ts';
import {
  findCheckoutOfPage,
  findCheckoutState,
  finalSettlement,
  type PaymentDeps,
  type Settlement,
  type CheckoutState,
} from './settlement.ts';
import { settlePage, isUnpaid, settlePayment, withoutLimit } from './settle-payment.ts';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Settles a payment that the buyer's browser reports as paid. Returns the order token, the same one at each
 * call. 402 not paid; 409 processing, refunded, or another session's (api.md, Payment and order).
 */
export async function completePayment(
  deps: PaymentDeps,
  sessionId: string,
  intentId: string,
): Promise<string> {
  const checkout = await findCheckoutState(deps, intentId);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  const settle = (limit = withoutLimit) => settlePayment(deps, intentId, { checkout, limit });
  const settlement = await (isFree(intentId) ? settle() : settleForBrowser(deps, checkout, settle));
  if (isFree(intentId) && settlement.outcome !== 'ordered') {
    const isExpired = (await findCart(deps.steps, sessionId)) === null;
    throw new Problem(isExpired ? 'free_order_expired' : 'payment_not_paid');
  }
  return await orderTokenOf(deps, settlement);
}

/** Completes the payment of a buyer who returns from the provider's hosted page. */
export async function completeHostedPage(
  deps: PaymentDeps,
  sessionId: string,
  providerSession: string,
): Promise<string> {
  const checkout = await findCheckoutOfPage(deps, providerSession);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  const settle = (limit: ConcurrencyLimiter) => settlePage(deps, providerSession, { limit });
  return await orderTokenOf(deps, await settleForBrowser(deps, checkout, settle));
}

/** The order token of a payment that became an order; 402 or 409 for every other outcome. */
export async function orderTokenOf(deps: PaymentDeps, settlement: Settlement): Promise<string> {
  switch (settlement.outcome) {
    case 'ordered':
      return deps.tokens.sign('order', settlement.checkoutId);
    case 'refunded':
      throw new Problem(await findRefundProblem(deps, settlement.checkoutId), {
        body: { data: { order_token: deps.tokens.sign('order', settlement.checkoutId) } },
      });
    case 'processing':
      throw new Problem('payment_processing');
    default:
      throw new Problem('payment_not_paid');
  }
}

async function findRefundProblem(
  deps: PaymentDeps,
  checkoutId: number,
): Promise<'payment_refunded' | 'payment_mismatch'> {
  const { rowCount } = await deps.pool.query(
    `select from refund where checkout_id = $1 and reason = 'tickets_gone'`,
    [checkoutId],
  );
  return rowCount === 0 ? 'payment_mismatch' : 'payment_refunded';
}

/**
 * Settles the payment of a buyer who returns without the cart's cookie, e.g. from the bank's app to another browser.
 * Returns no order token: nothing shows that this browser may see the order. 402 not paid; 409 processing, refunded,
 * or an id that no checkout has. A free order has no return: only its own session completes it.
 */
export async function settleReturn(deps: PaymentDeps, reference: string): Promise<void> {
  const ofPage = await findCheckoutOfPage(deps, reference);
  const checkout = ofPage ?? (await findCheckoutState(deps, reference));
  if (checkout === null || isFree(reference)) throw new Problem('payment_not_yours');
  const settle = (limit: ConcurrencyLimiter) =>
    ofPage === null
      ? settlePayment(deps, reference, { checkout, limit })
      : settlePage(deps, reference, { limit });
  await orderTokenOf(deps, await settleForBrowser(deps, checkout, settle));
}

/** An order; or a payment that has no result yet, as the query of its return. */
type Resumed = { orderToken: string } | { payment_intent: string } | { session_id: string };

/**
 * Settles the payment that the session has in progress, for a payment page that is opened without its reference. Reads
 * the provider's state and creates nothing there. Returns the order of a paid one; the reference of one that is
 * processing, refunded or cannot be read: only that reference leads to it once it is settled (product.md 2). Null
 * when there is still something to pay, or no payment in progress.
 */
export async function resumePayment(deps: PaymentDeps, sessionId: string): Promise<Resumed | null> {
  const { rows } = await deps.steps.query<StartedCheckout>({
    name: 'find_started_checkout',
    text: `select id, intent_id, provider_session, checked_at is not null as is_checked
           from checkout where session_id = $1 and closed_at is null and settled_at is null
           order by id desc limit 1`,
    values: [sessionId],
  });
  const started = rows[0];
  return started === undefined ? null : await settleStarted(deps, started);
}

interface StartedCheckout {
  id: number;
  intent_id: string | null;
  provider_session: string | null;
  is_checked: boolean;
}

async function settleStarted(
  deps: PaymentDeps,
  { id, intent_id: intentId, provider_session: page, is_checked }: StartedCheckout,
): Promise<Resumed | null> {
  // a free order starts only when it is completed
  if (page === null && (intentId === null || isFree(intentId))) return null;
  const settle = (limit: ConcurrencyLimiter) =>
    page === null
      ? settlePayment(deps, intentId ?? '', { limit })
      : settlePage(deps, page, { limit });
  const state = { id, is_checked, is_settled: false, has_order: false };
  try {
    const settlement = await settleForBrowser(deps, state, settle);
    return isUnpaid(settlement) ? null : { orderToken: await orderTokenOf(deps, settlement) };
  } catch (error) {
    // the page reports it by the reference
    if (!(error instanceof Problem)) throw error;
    return page === null ? { payment_intent: intentId ?? '' } : { session_id: page };
  }
}

/** How often browsers make us read one payment at the provider; all processes share it by `checked_at`. */
const READ_EVERY_MS = 2000;

/** A checkout as a browser's call has just read it. */
type ReadCheckout = Omit<CheckoutState, 'session_id'>;

/**
 * Settles a payment when a browser asks, by `settle`, which reads the provider. Anybody may repeat such a call: those
 * of one payment share a read, wait for the next one, and otherwise get the state that we store.
 */
async function settleForBrowser(
  deps: PaymentDeps,
  checkout: ReadCheckout,
  settle: (limit: ConcurrencyLimiter) => Promise<Settlement>,
): Promise<Settlement> {
  const known = finalSettlement(checkout);
  if (known !== null) return known;
  const read = () => settle(deps.provider.limitReads);
  // nobody has read it yet: the usual case, without another statement, and as urgent as its webhook, which shares it
  if (!checkout.is_checked && !deps.reads.has(checkout.id))
    return await share(deps, checkout.id, () => settle(withoutLimit));
  const waitMs = await claimRead(deps, checkout.id);
  if (waitMs === 0) return await share(deps, checkout.id, read);
  // timers may end a moment early
  await wait(waitMs + 10);
  return await share(deps, checkout.id, async () =>
    (await claimRead(deps, checkout.id)) === 0 ? await read() : await findStored(deps, checkout.id),
  );
}

/** Lets the calls for one checkout in this process share one result. */
async function share(
  { reads }: PaymentDeps,
  id: number,
  read: () => Promise<Settlement>,
): Promise<Settlement> {
  const running = reads.get(id);
  if (running) return await running;
  const mine = read().finally(() => {
    reads.set(id, null);
    setTimeout(() => reads.get(id) === null && reads.delete(id), READ_EVERY_MS).unref();
  });
  reads.set(id, mine);
  return await mine;
}

/** Claims the next read of a checkout: 0, or the milliseconds until it is possible. */
async function claimRead(deps: PaymentDeps, id: number): Promise<number> {
  const { rows } = await deps.steps.query<{ wait_ms: number }>({
    name: 'claim_read',
    text: `with claimed as (
        update checkout set checked_at = clock_timestamp()
        where id = $1 and coalesce(checked_at, '-infinity') < clock_timestamp() - make_interval(secs => $2)
        returning id
      )
      select greatest(1, $2 * 1000 - extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as wait_ms
      from checkout where id = $1 and not exists (select from claimed)`,
    values: [id, READ_EVERY_MS / 1000],
  });
  return rows[0]?.wait_ms ?? 0;
}

interface StoredCheckout extends ReadCheckout {
  is_closed: boolean;
  is_processing: boolean;
}

async function findStored(deps: PaymentDeps, id: number): Promise<Settlement> {
  const { rows } = await deps.steps.query<StoredCheckout>({
    name: 'find_stored_checkout',
    text: `select c.id, c.settled_at is not null as is_settled, c.checked_at is not null as is_checked,
        c.closed_at is not null as is_closed, c.is_processing,
        exists (select from orders o where o.checkout_id = c.id) as has_order
      from checkout c where c.id = $1`,
    values: [id],
  });
  const stored = rows[0] ?? null;
  if (stored?.is_settled === true) await deps.flush(id);
  return finalSettlement(stored) ?? { outcome: outcomeOf(stored) };
}

function outcomeOf(stored: StoredCheckout | null): 'canceled' | 'processing' | 'open' {
  if (stored?.is_closed === true) return 'canceled';
  return stored?.is_processing === true ? 'processing' : 'open';
}
