import { renderCharge } from '../render/render-charge.ts';
import { renderDispute } from '../render/render-dispute.ts';
import { makeId } from '../state/make-id.ts';
import type { ChargeRecord, DisputeRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** Opens a dispute: the buyer's bank reclaims the money. */
export function openDispute(
  work: SandboxContext,
  charge: ChargeRecord,
  reason: string,
): DisputeRecord {
  const dispute = work.state.disputes.save({
    id: makeId('dp'),
    intent: charge.intent,
    charge: charge.id,
    amount: charge.amount - charge.amountRefunded,
    currency: charge.currency,
    created: work.state.now(),
    metadata: {},
    reason,
    status: 'needs_response',
  });
  charge.disputed = true;
  work.state.charges.save(charge);
  work.emit('charge.dispute.created', renderDispute(dispute));
  work.emit('charge.updated', renderCharge(work, charge));
  return dispute;
}

/** Closes a dispute with the bank's decision. */
export function closeDispute(
  work: SandboxContext,
  dispute: DisputeRecord,
  status: 'won' | 'lost',
): void {
  dispute.status = status;
  work.state.disputes.save(dispute);
  work.emit('charge.dispute.closed', renderDispute(dispute));
}
