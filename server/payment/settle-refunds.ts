import { syncRefunds } from './execute-refund.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { settlePayment, type SettleOptions } from './settle-payment.ts';

/** Settles a payment and then its refunds, which may be reported first; leaves another shop's alone (decision 34). */
export async function settleRefunds(
  deps: PaymentDeps,
  intentId: string,
  options: SettleOptions = {},
): Promise<void> {
  const { outcome } = await settlePayment(deps, intentId, options);
  if (outcome !== 'other_shop') await syncRefunds(deps, intentId);
}
