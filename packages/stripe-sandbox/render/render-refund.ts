import type { Stripe } from 'stripe';
import type { RefundRecord } from '../state/records.ts';

/** A refund as the API shows it. */
export function renderRefund(record: RefundRecord): Stripe.Refund {
  return {
    id: record.id,
    object: 'refund',
    amount: record.amount,
    balance_transaction: null,
    charge: record.charge,
    created: record.created,
    currency: record.currency,
    customer: null,
    customer_account: null,
    ...(record.failureReason ? { failure_reason: record.failureReason } : {}),
    metadata: { ...record.metadata },
    payment_intent: record.intent,
    payment_method: null,
    ...(record.status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    reason: record.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: record.status,
    transfer_reversal: null,
  };
}
