import { ApiFailure, invalidRequest } from '../api/failure.ts';
import { renderCharge, renderRefund, renderDispute } from '../render/render-charge.ts';
import {
  createId,
  type ChargeRecord,
  type Metadata,
  type RefundRecord,
  type RefundStatus,
  type DisputeRecord,
} from '../state/records.ts';
import type { SandboxContext } from '../context.ts';
import { cardOf } from './test-cards.ts';

type RefundInput = { amount?: number | undefined; reason: string | null; metadata: Metadata };

/** Refunds `amount` cents, by default the remainder. Rejects more than charge − refunded. */
export function refundCharge(
  context: SandboxContext,
  charge: ChargeRecord,
  input: RefundInput,
): RefundRecord {
  const left = charge.amount - charge.amountRefunded;
  const amount = input.amount ?? left;
  refuseRefund(context, charge, amount, left);
  const fate = context.nextRefunds.shift() ?? cardFate(context, charge);
  const refund = context.state.refunds.save({
    id: createId('re'),
    intent: charge.intent,
    charge: charge.id,
    amount,
    currency: charge.currency,
    created: context.state.now(),
    metadata: input.metadata,
    reason: input.reason,
    status: fate === 'pending' ? 'pending' : 'succeeded',
    failureReason: null,
  });
  charge.amountRefunded += amount;
  context.state.charges.save(charge);
  context.emit('refund.created', renderRefund(refund));
  context.emit('charge.refunded', renderCharge(context, charge));
  if (fate)
    context.later((later) => endRefund(later, refund, fate === 'fails' ? 'failed' : 'succeeded'));
  return refund;
}

/** Ends a pending refund; one that has succeeded may still fail. */
export function endRefund(
  context: SandboxContext,
  refund: RefundRecord,
  status: RefundStatus,
): void {
  if (refund.status === status || refund.status === 'failed') return;
  refund.status = status;
  if (status === 'failed') {
    refund.failureReason = 'expired_or_canceled_card';
    reverseRefund(context, refund);
  }
  context.state.refunds.save(refund);
  context.emit('refund.updated', renderRefund(refund));
  if (status === 'failed') context.emit('refund.failed', renderRefund(refund));
}

function reverseRefund(context: SandboxContext, refund: RefundRecord): void {
  const charge = context.state.charges.get(refund.charge);
  if (!charge) return;
  charge.amountRefunded -= refund.amount;
  context.state.charges.save(charge);
}

function refuseRefund(
  context: SandboxContext,
  charge: ChargeRecord,
  amount: number,
  left: number,
): void {
  if (openDisputeOf(context, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new ApiFailure(400, { type: 'invalid_request_error', code: 'charge_disputed', message });
  }
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > left) {
    const message = `Refund amount (${euro(amount)}) is greater than unrefunded amount on charge (${euro(left)})`;
    throw invalidRequest(message, { param: 'amount' });
  }
}

/** Rejects refunds of a charge with an open or lost dispute, whose money the bank has. */
function openDisputeOf(context: SandboxContext, charge: ChargeRecord): boolean {
  if (!charge.isDisputed) return false;
  return context.state.disputes
    .newestFirst()
    .some(
      (dispute) => dispute.charge === charge.id && !['won', 'prevented'].includes(dispute.status),
    );
}

function cardFate(context: SandboxContext, charge: ChargeRecord): 'pending' | 'fails' | undefined {
  const method = context.state.paymentMethods.get(charge.paymentMethod);
  return method ? cardOf(method.card).refund : undefined;
}

function euro(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

/** Opens a dispute: the buyer's bank reclaims the money. */
export function openDispute(
  context: SandboxContext,
  charge: ChargeRecord,
  reason: string,
): DisputeRecord {
  const dispute = context.state.disputes.save({
    id: createId('dp'),
    intent: charge.intent,
    charge: charge.id,
    amount: charge.amount - charge.amountRefunded,
    currency: charge.currency,
    created: context.state.now(),
    metadata: {},
    reason,
    status: 'needs_response',
  });
  charge.isDisputed = true;
  context.state.charges.save(charge);
  context.emit('charge.dispute.created', renderDispute(dispute));
  context.emit('charge.updated', renderCharge(context, charge));
  return dispute;
}

/** Closes a dispute with the bank's decision, or averts it. */
export function closeDispute(
  context: SandboxContext,
  dispute: DisputeRecord,
  status: 'won' | 'lost' | 'prevented',
): void {
  dispute.status = status;
  context.state.disputes.save(dispute);
  context.emit('charge.dispute.closed', renderDispute(dispute));
}

/** Appeals a lost dispute: the bank reviews it again. */
export function resumeDispute(context: SandboxContext, dispute: DisputeRecord): void {
  dispute.status = 'appeal_under_review';
  context.state.disputes.save(dispute);
  context.emit('charge.dispute.updated', renderDispute(dispute));
}
