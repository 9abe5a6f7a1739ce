import { renderCharge } from '../render/render-charge.ts';
import { renderDispute } from '../render/render-dispute.ts';
import { createId } from '../state/create-id.ts';
import type { ChargeRecord, DisputeRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

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
