import type { Stripe } from 'stripe';
import type { ChargeRecord, RefundRecord, DisputeRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';
import { renderBilling, renderCardDetails } from './render-payment-method.ts';

/** A charge as the API shows it. */
export function renderCharge(context: SandboxContext, record: ChargeRecord): Stripe.Charge {
  const method = context.state.paymentMethods.get(record.paymentMethod);
  const hasFailed = record.status === 'failed';
  return {
    id: record.id,
    object: 'charge',
    amount: record.amount,
    amount_captured: record.status === 'succeeded' ? record.amount : 0,
    amount_refunded: record.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: renderBilling(method),
    calculated_statement_descriptor: 'SANDBOX',
    captured: record.status === 'succeeded',
    created: record.created,
    currency: record.currency,
    customer: null,
    description: null,
    disputed: record.isDisputed,
    failure_balance_transaction: null,
    failure_code: record.failureCode,
    failure_message: record.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: { ...record.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: hasFailed ? 'declined_by_network' : 'approved_by_network',
      reason: record.declineCode ?? record.failureCode,
      risk_level: 'normal',
      seller_message: hasFailed ? 'The bank declined the payment.' : 'Payment complete.',
      type: hasFailed ? 'issuer_declined' : 'authorized',
    },
    paid: record.status === 'succeeded',
    payment_intent: record.intent,
    payment_method: record.paymentMethod,
    payment_method_details: method ? renderCardDetails(method, record.amount) : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: record.amountRefunded === record.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: record.status,
    transfer_data: null,
    transfer_group: null,
  };
}

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

type ShownDispute = Omit<Stripe.Dispute, 'evidence'> & { evidence: object };

/** A dispute as the API shows it; the sandbox keeps no evidence. */
export function renderDispute(record: DisputeRecord): ShownDispute {
  return {
    id: record.id,
    object: 'dispute',
    amount: record.amount,
    balance_transactions: [],
    charge: record.charge,
    created: record.created,
    currency: record.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: record.created + 7 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: { ...record.metadata },
    payment_intent: record.intent,
    reason: record.reason,
    status: record.status,
  };
}
