import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import {
  callProvider,
  netCents,
  retrieveIntent,
  isKeyInUse,
  isMissing,
} from './provider/intents.ts';
import type { PaymentDeps } from './settlement.ts';
import { resolveReturnedRefunds } from './refund.ts';
import { cancelOrder, sumCancellations, unresolvedRefundSql } from '../orders/cancel-order.ts';
import { inTransaction } from '../platform/database/database.ts';
import { settlePayment, type SettleOptions } from './settle-payment.ts';

interface RefundRow {
  id: number;
  intent_id: string;
  amount_cents: number;
  reason: string;
  provider_id: string | null;
  requested_at: Date;
  /** Number of failed attempts; the provider has stored each failure under an idempotency key. */
  attempt: number;
}

/**
 * Executes a requested refund at the provider, under an idempotency key of its own, so that it is paid once.
 * One that the provider refuses has failed. Throws while the provider does not respond; the job then tries again.
 */
export async function executeRefund(deps: PaymentDeps, refundId: number): Promise<void> {
  // the attempt is read before the list: where the list misses an earlier attempt, the key is still that attempt's
  const refund = await findPending(deps, refundId);
  if (refund === null || !(await isStillToMake(deps, refund))) return;
  try {
    await recordState(deps, refund.id, await createAtProvider(deps, refund));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isTooMuch(error)) {
      // it may be this very refund that another process has made in the meantime
      if (!(await isStillToMake(deps, refund))) return;
      if ((await reduceToRemainder(deps, refund)) === 0) return;
      throw error;
    }
    if (isRefused(error)) {
      const failure = error.code ?? 'unknown';
      return await recordState(deps, refund.id, { status: 'failed', failure_reason: failure });
    }
    // the provider stores the failure under the key, so the next attempt needs another one
    if (error.statusCode !== undefined && !isKeyInUse(error)) await countAttempt(deps, refund);
    throw error;
  }
}

/** Whether the provider has not made the refund yet, as far as it lists its refunds. */
async function isStillToMake(deps: PaymentDeps, refund: RefundRow): Promise<boolean> {
  await syncEarlierAttempt(deps, refund);
  const pending = await findPending(deps, refund.id);
  return pending !== null && pending.provider_id === null;
}

/**
 * An earlier attempt may have succeeded although its response was lost. A provider without a list of refunds
 * does not stop the refund: its key alone prevents a second one.
 */
async function syncEarlierAttempt(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  try {
    await syncRefunds(deps, refund.intent_id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    deps.log.warn(
      { err: error, refundId: refund.id },
      'Could not list the refunds of a payment; requesting this one under its own key',
    );
  }
}

async function findPending(deps: PaymentDeps, refundId: number): Promise<RefundRow | null> {
  const { rows } = await deps.pool.query<RefundRow>(
    `select id, intent_id, amount_cents, reason, provider_id, requested_at, attempt from refund
     where id = $1 and succeeded_at is null and failed_at is null`,
    [refundId],
  );
  return rows[0] ?? null;
}

async function createAtProvider(deps: PaymentDeps, refund: RefundRow): Promise<Stripe.Refund> {
  const { id, intent_id: intentId, attempt } = refund;
  const key = createHash('sha256')
    .update(`${id}/${intentId}/${refund.requested_at.toISOString()}/${attempt}`)
    .digest('hex');
  return await deps.provider.stripe.refunds.create(
    {
      payment_intent: intentId,
      amount: refund.amount_cents,
      metadata: { refund: String(id), reason: refund.reason },
    },
    { idempotencyKey: `refund-${key.slice(0, 40)}` },
  );
}

function isTooMuch(error: Stripe.errors.StripeError): boolean {
  return (
    error.code === 'charge_already_refunded' || /greater than unrefunded amount/.test(error.message)
  );
}

/**
 * Whether the provider refuses the refund itself: a disputed payment, a balance that is too low. The balance may
 * suffice later, but nobody knows when, so the office decides; a refund that keeps trying would look as if it were on
 * its way. A payment that the provider does not know is a wrong key of ours, like a 401.
 */
function isRefused(error: Stripe.errors.StripeError): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  const isOfRequest =
    error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
  return isOfRequest && !isMissing(error);
}

/** Counts a failed attempt once, however many processes made it under the same key. */
async function countAttempt(deps: PaymentDeps, { id, attempt }: RefundRow): Promise<void> {
  await deps.pool.query('update refund set attempt = attempt + 1 where id = $1 and attempt = $2', [
    id,
    attempt,
  ]);
}

/**
 * Part of the payment has been refunded in the provider's dashboard: reduces our refund to the rest, for the
 * job's next attempt. If nothing is left, the refunds of the dashboard replace it; if the provider does not list them,
 * ours counts as made. Returns the rest in cents.
 */
async function reduceToRemainder(deps: PaymentDeps, refund: RefundRow): Promise<number> {
  const intent = await retrieveIntent(deps.provider, refund.intent_id);
  const restCents = netCents(intent);
  deps.log.warn(
    { refundId: refund.id, restCents },
    'The provider reports that a requested refund has already been made, in part or in full',
  );
  if (restCents > 0) {
    await deps.pool.query(
      `update refund set attempt = attempt + 1, amount_cents = $2
       where id = $1 and attempt = $3 and provider_id is null and succeeded_at is null`,
      [refund.id, restCents, refund.attempt],
    );
    return restCents;
  }
  await deps.pool.query(
    `update refund r set attempt = attempt + 1,
       succeeded_at = case when not replaced then now() end,
       failed_at = case when replaced then now() end,
       failure = case when replaced then 'charge_already_refunded' end,
       resolved_at = case when replaced then now() end,
       resolution = case when replaced then 'dashboard' end
     from (select exists (select from refund
       where intent_id = $2 and reason = 'dashboard' and failed_at is null) as replaced) d
     where r.id = $1 and r.provider_id is null and r.succeeded_at is null`,
    [refund.id, refund.intent_id],
  );
  return 0;
}

/** Updates our refunds of an intent to the provider's state, and records those made in its dashboard. */
async function syncRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  const refunds = await deps.provider.stripe.refunds.list({
    payment_intent: intentId,
    limit: 100,
  });
  for (const refund of refunds.data) {
    const own = Number(refund.metadata?.['refund'] ?? 0);
    // a restored database may assign an id again that it lost: ours has this sum, and is not made yet
    const known = await deps.pool.query<{ id: number }>(
      `select id from refund where provider_id = $1
         or (id = $2 and intent_id = $3 and amount_cents = $4 and provider_id is null)`,
      [refund.id, Number.isSafeInteger(own) ? own : 0, intentId, refund.amount],
    );
    if (known.rows[0] === undefined) await settleDashboardRefund(deps, intentId, refund);
    else await recordState(deps, known.rows[0].id, refund);
  }
}

/** A refund in the provider's words; without an id where it refused to make one. */
type RefundState = Pick<Stripe.Refund, 'status' | 'failure_reason'> & { id?: string };

const hasFailed = ({ status }: RefundState): boolean =>
  status === 'failed' || status === 'canceled';

/**
 * Pending, succeeded or failed. A refund may still fail after it succeeded; that is final (payments.md 12). A failed
 * attempt does not count where another attempt has made the refund.
 */
async function recordState(
  deps: PaymentDeps,
  refundId: number,
  refund: RefundState,
): Promise<void> {
  const { rows } = await deps.pool.query<{ intent_id: string }>(
    `update refund set provider_id = coalesce($2, provider_id),
       succeeded_at = case when $4 then null
         when $3 = 'succeeded' then coalesce(succeeded_at, now()) else succeeded_at end,
       failed_at = case when $4 then now() end,
       failure = case when $4 then $5 end
     where id = $1 and failed_at is null
       and ($2::text is not null or (provider_id is null and succeeded_at is null))
     returning intent_id`,
    [
      refundId,
      refund.id ?? null,
      refund.status,
      hasFailed(refund),
      refund.failure_reason ?? 'canceled',
    ],
  );
  if (hasFailed(refund) && rows[0] !== undefined) {
    // the dispute that made it fail may be lost already
    await resolveReturnedRefunds(deps.pool, rows[0].intent_id);
    deps.log.error(
      { refundId, reason: refund.failure_reason },
      'A refund failed at the provider; the page Today lists it',
    );
  }
}

/**
 * Records a refund made in the provider's dashboard, once. When the whole amount has been refunded, voids the
 * order's tickets and puts their places back on sale; a partial refund leaves them valid. The payment must be
 * settled first. One that failed before it was known matters only to a payment without an order: its refund was
 * requested without this part.
 */
async function settleDashboardRefund(
  deps: PaymentDeps,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  const cancelled = await inTransaction(deps.pool, async (client) => {
    const found = await client.query<{
      checkout_id: number;
      amount_cents: number;
      settled_at: Date | null;
      order_id: number | null;
      lacks_refund: boolean;
    }>(
      `select c.id as checkout_id, c.amount_cents, c.settled_at, o.id as order_id,
         o.id is null and c.amount_cents > (
           select coalesce(sum(amount_cents), 0) from (
             select amount_cents from returned_money where intent_id = $1 union all
             select amount_cents from refund where intent_id = $1 and ${unresolvedRefundSql}) known
         ) as lacks_refund
       from checkout c left join orders o on o.checkout_id = c.id
       where c.intent_id = $1 for update of c`,
      [intentId],
    );
    const checkout = found.rows[0];
    // not settled yet: recording it now could leave tickets valid, so a later call records it
    if (checkout?.settled_at === null) return false;
    if (hasFailed(refund) && checkout?.lacks_refund !== true) return false;
    const recorded = await client.query<{ id: number }>(
      `insert into refund (checkout_id, intent_id, amount_cents, reason, provider_id, succeeded_at, failed_at, failure)
       values ($1, $2, $3, 'dashboard', $4, case when $5 = 'succeeded' then now() end, case when $6 then now() end,
         case when $6 then $7 end)
       on conflict (provider_id) do nothing returning id`,
      [
        checkout?.checkout_id ?? null,
        intentId,
        refund.amount,
        refund.id,
        refund.status,
        hasFailed(refund),
        refund.failure_reason ?? 'canceled',
      ],
    );
    const own = recorded.rows[0];
    if (own === undefined) return false;
    await resolveReturnedRefunds(client, intentId);
    if (checkout === undefined || checkout.order_id === null) return false;
    const order = { id: checkout.order_id, checkout_id: checkout.checkout_id };
    const { invoicedCents, refundedCents } = await sumCancellations(client, order);
    const isWhole = refundedCents >= checkout.amount_cents;
    // it may replace a refund of the office that failed or is not made yet, which has its cancellation invoice
    const openCents = Math.min(refundedCents, checkout.amount_cents) - invoicedCents;
    await cancelOrder(client, {
      orderId: order.id,
      ticketIds: isWhole ? null : [],
      refundId: own.id,
      cents: Math.min(refund.amount, Math.max(0, openCents)),
    });
    return isWhole;
  });
  if (cancelled) deps.stockChanged();
}

/** Settles a payment and then its refunds, which may be reported first; leaves another shop's alone (decision 14). */
export async function settleRefunds(
  deps: PaymentDeps,
  intentId: string,
  options: SettleOptions = {},
): Promise<void> {
  const { outcome } = await settlePayment(deps, intentId, options);
  if (outcome !== 'other_shop') await callProvider(() => syncRefunds(deps, intentId));
}
