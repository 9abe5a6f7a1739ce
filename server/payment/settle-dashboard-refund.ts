import type Stripe from 'stripe';
import { cancelOrder, sumCancellations } from '../orders/cancel-order.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { resolveReturnedRefunds } from './resolve-failed-refunds.ts';

/**
 * Records a refund made in the provider's dashboard, once. When the whole amount has been refunded, voids the
 * order's tickets and puts their places back on sale; a partial refund leaves them valid. The payment must be
 * settled first.
 */
export async function settleDashboardRefund(
  deps: PaymentDeps,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  if (refund.status === 'failed' || refund.status === 'canceled') return;
  const cancelled = await inTransaction(deps.pool, async (client) => {
    const found = await client.query<{
      checkout_id: number;
      amount_cents: number;
      settled_at: Date | null;
      order_id: number | null;
    }>(
      `select c.id as checkout_id, c.amount_cents, c.settled_at, o.id as order_id
       from checkout c left join orders o on o.checkout_id = c.id
       where c.intent_id = $1 for update of c`,
      [intentId],
    );
    const checkout = found.rows[0];
    // not settled yet: recording it now could leave tickets valid, so a later call records it
    if (checkout?.settled_at === null) return false;
    const recorded = await client.query<{ id: number }>(
      `insert into refund (checkout_id, intent_id, amount_cents, reason, provider_id, succeeded_at)
       values ($1, $2, $3, 'dashboard', $4, case when $5 = 'succeeded' then now() end)
       on conflict (provider_id) do nothing returning id`,
      [checkout?.checkout_id ?? null, intentId, refund.amount, refund.id, refund.status],
    );
    const own = recorded.rows[0];
    if (own === undefined) return false;
    await resolveReturnedRefunds(client, intentId, 'dashboard');
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
