import type { Stripe } from 'stripe';
import type { DisputeRecord } from '../state/records.ts';

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
