import type Stripe from 'stripe';
import { createHash } from 'node:crypto';
import StripeErrors from 'stripe';
import type { PaymentTools } from './payment-tools.ts';
import { settleDashboardRefund } from './settle-dashboard-refund.ts';

interface RefundRow {
  id: number;
  intent_id: string;
  amount_cents: number;
  reason: string;
  provider_id: string | null;
  requested_at: Date;
}

/**
 * Carries out a promised refund under a key of its own, so that no repetition pays twice. Fails (and is
 * tried again by its job) while the provider does not answer.
 */
export async function carryOutRefund(tools: PaymentTools, refundId: number): Promise<void> {
  const { rows } = await tools.pool.query<RefundRow>(
    `select id, intent_id, amount_cents, reason, provider_id, requested_at from refund
     where id = $1 and succeeded_at is null and failed_at is null`,
    [refundId],
  );
  const refund = rows[0];
  if (refund === undefined) return;
  if (refund.provider_id !== null) return await syncRefunds(tools, refund.intent_id);
  const made = await createAtProvider(tools, refund);
  // already given back by hand: what the provider lists is what counts
  if (made === null) return await adoptEarlierRefund(tools, refund);
  await recordState(tools, refund.id, made);
}

async function createAtProvider(
  tools: PaymentTools,
  refund: RefundRow,
): Promise<Stripe.Refund | null> {
  const key = createHash('sha256')
    .update(`${refund.id}/${refund.intent_id}/${refund.requested_at.toISOString()}`)
    .digest('hex');
  try {
    return await tools.provider.stripe.refunds.create(
      {
        payment_intent: refund.intent_id,
        amount: refund.amount_cents,
        metadata: { refund: String(refund.id), reason: refund.reason },
      },
      { idempotencyKey: `refund-${key.slice(0, 40)}` },
    );
  } catch (error) {
    const isDone =
      error instanceof StripeErrors.errors.StripeInvalidRequestError &&
      (error.code === 'charge_already_refunded' ||
        /greater than unrefunded amount/.test(error.message));
    if (isDone) return null;
    throw error;
  }
}

/** The charge has nothing left to refund: our promise is kept by what was refunded already. */
async function adoptEarlierRefund(tools: PaymentTools, refund: RefundRow): Promise<void> {
  tools.log.warn({ refund: refund.id }, 'A promised refund had already been made at the provider');
  await tools.pool.query(
    `update refund set succeeded_at = coalesce(succeeded_at, now()) where id = $1`,
    [refund.id],
  );
}

/** Brings our refunds of an intent to the provider's state, adopting those made in its dashboard. */
export async function syncRefunds(tools: PaymentTools, intentId: string): Promise<void> {
  const refunds = await tools.provider.stripe.refunds.list({
    payment_intent: intentId,
    limit: 100,
  });
  for (const refund of refunds.data) {
    const own = Number(refund.metadata?.['refund'] ?? 0);
    const known = await tools.pool.query<{ id: number }>(
      `select id from refund where provider_id = $1 or (id = $2 and intent_id = $3)`,
      [refund.id, Number.isSafeInteger(own) ? own : 0, intentId],
    );
    if (known.rows[0] === undefined) await settleDashboardRefund(tools, intentId, refund);
    else await recordState(tools, known.rows[0].id, refund);
  }
}

/** Pending, succeeded or failed: a refund can fail later (design/payments.md 12). */
async function recordState(
  tools: PaymentTools,
  refundId: number,
  refund: Stripe.Refund,
): Promise<void> {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  await tools.pool.query(
    `update refund set provider_id = $2,
       succeeded_at = case when $3 = 'succeeded' then coalesce(succeeded_at, now()) when $4 then null
         else succeeded_at end,
       failed_at = case when $4 then coalesce(failed_at, now()) else null end,
       failure = case when $4 then $5 else null end
     where id = $1`,
    [refundId, refund.id, refund.status, failed, refund.failure_reason ?? 'canceled'],
  );
  if (failed) {
    tools.log.error(
      { refund: refundId, reason: refund.failure_reason },
      'A refund failed at the provider; refund the buyer by hand (npm run office -- refund)',
    );
  }
}
