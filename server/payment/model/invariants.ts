import type { Attempt, State } from './state.ts';

/** The invariant of every state that is violated; null when all hold. */
export function findViolation(state: State): string | null {
  const attempts = state.buyers.flatMap((buyer) => buyer.attempts);
  const valid = attempts.filter(({ ticket }) => ticket === 'valid').length;
  const held = state.buyers.filter(({ hasHold }) => hasHold).length;
  if (valid + held > state.quantity) return 'more tickets than there are';
  if (valid + held > state.quota) return 'more tickets than the quota allows';
  if (state.quotaSold !== valid) return 'the quota counts other sold tickets';
  if (state.quotaHeld !== held) return 'the quota counts other held tickets';
  if (state.sold !== valid) return 'counter of sold tickets and tickets differ';
  if (state.held !== held) return 'counter of held tickets and holds differ';
  for (const buyer of state.buyers) {
    if (buyer.attempts.filter(isPayable).length > 1) return 'two payments of one cart can be paid';
    for (const attempt of buyer.attempts) {
      const violation = findAttemptViolation(attempt);
      if (violation !== null) return violation;
      if (attempt.isRefundRequested && buyer.hasHold)
        return 'refunded although the cart holds the ticket';
      if (!isPayable(attempt)) continue;
      if (attempt.checkout === 'closed') return 'a closed checkout can be paid';
      if (attempt.version !== buyer.version) return 'a stale sum can be paid';
    }
  }
  return null;
}

const isPayable = (attempt: Attempt): boolean => attempt.intent === 'open' && attempt.isHandedOut;

function findAttemptViolation(attempt: Attempt): string | null {
  if (attempt.refunds > 1) return 'refunded twice';
  if (attempt.ticket === 'valid' && attempt.intent !== 'paid') return 'a ticket nobody paid';
  if (attempt.ticket !== 'none' && attempt.isRefundRequested) return 'both ticket and refund';
  if (attempt.ticket === 'valid' && attempt.dashboard === 'known') return 'both ticket and refund';
  return null;
}

/** Finds what is open when no sure action is left: every payment has ended in exactly one of ticket and refund. */
export function findUnfinishedPayment(state: State): string | null {
  for (const attempt of state.buyers.flatMap((buyer) => buyer.attempts)) {
    if (attempt.intent !== 'paid') continue;
    const hasTicket = attempt.ticket === 'valid';
    if (hasTicket && attempt.refunds > 0) return 'paid: both ticket and refund in the end';
    if (!hasTicket && attempt.refunds === 0) return 'paid: neither ticket nor refund in the end';
  }
  return null;
}
