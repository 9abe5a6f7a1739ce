import {
  type Action,
  moveTickets,
  hasQuota,
  hasRoom,
  isIdle,
  type Move,
  setProcess,
  processDoing,
} from './action.ts';
import type { Attempt, BuyerState, State, Process } from './state.ts';

/** The provider's state as a settler reads it; null when nothing settles the attempt yet. */
function readProvider({ guards }: Move, attempt: Attempt): Process['saw'] {
  // without the guard a forged or early event is trusted
  const isPaid = attempt.intent === 'paid' || (!guards.settleAsksProvider && attempt.isHandedOut);
  if (isPaid) return attempt.refunds > 0 ? 'refunded' : 'paid';
  return attempt.intent === 'canceled' ? 'canceled' : null;
}

/** Sells one ticket: the one the cart holds, otherwise an available one. */
function sell(state: State, buyer: BuyerState, attempt: Attempt, move: Move): boolean {
  const isOwn = attempt.checkout === 'open' || attempt.checkout === 'settled';
  if (isOwn && buyer.hasHold && move.guards.saleUsesHold) {
    buyer.hasHold = false;
    moveTickets(move, 'held', -1);
  }
  if (isOwn) buyer.cart = 'ended';
  if (move.guards.saleNeedsRoom && !hasRoom(state)) return false;
  if (move.guards.saleNeedsQuota && !hasQuota(state)) return false;
  moveTickets(move, 'sold', 1);
  return true;
}

/** Settling reads the provider's state first and then runs one transaction; anything may happen in between. */
export const settleActions: Action[] = [
  {
    name: 'browser or webhook asks the provider',
    about: { process: true, attempt: true },
    run(move) {
      const attempt = move.buyer.attempts[move.attempt];
      if (!isIdle(move) || attempt === undefined) return false;
      const saw = readProvider(move, attempt);
      if (saw === null) return false;
      setProcess(move, { doing: 'settling', at: move.attempt, saw });
      return true;
    },
  },
  {
    name: 'reconciliation settles',
    about: { attempt: true },
    isSure: (guards) => guards.reconcile,
    run(move) {
      const attempt = move.buyer.attempts[move.attempt];
      if (!move.guards.reconcile || attempt?.intent !== 'paid') return false;
      if (attempt.checkout === 'settled') return false;
      return settle(move, attempt, readProvider(move, attempt), true);
    },
  },
  {
    name: 'settle',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'settling');
      if (found === null) return false;
      setProcess(move);
      return settle(move, found.attempt, found.process.saw, false, found.process.at);
    },
  },
  {
    // only without the guard: requesting the refund is a separate step
    name: 'request the refund',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'requesting');
      if (found === null) return false;
      setProcess(move);
      found.attempt.isRefundRequested = true;
      return true;
    },
  },
  {
    name: 'crash',
    isRare: true,
    about: { process: true },
    run(move) {
      if (isIdle(move)) return false;
      setProcess(move);
      return true;
    },
  },
];

function settle(
  move: Move,
  attempt: Attempt,
  saw: Process['saw'],
  isReconciliation: boolean,
  at = -1,
): boolean {
  if (attempt.checkout === 'settled' && move.guards.settleOnce) return true;
  if (saw === 'canceled') {
    if (attempt.checkout === 'open') attempt.checkout = 'closed';
    return true;
  }
  if (saw === 'paid' && sell(move.state, move.buyer, attempt, move)) attempt.ticket = 'valid';
  else if (saw === 'paid') {
    if (move.guards.refundRequestedWithSettling || isReconciliation)
      attempt.isRefundRequested = true;
    else setProcess(move, { doing: 'requesting', at });
  }
  attempt.checkout = 'settled';
  return true;
}
