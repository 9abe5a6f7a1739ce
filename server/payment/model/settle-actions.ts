import { type Action, hasRoom, isIdle, type Move, setProcess, processDoing } from './action.ts';
import type { Attempt, Buyer, State, Process } from './state.ts';

/** What a settler learns of an attempt; null: nothing that settles it. */
function look({ guards }: Move, attempt: Attempt): Process['saw'] {
  // without the guard: a forged or early event is believed
  const isPaid = attempt.intent === 'paid' || (!guards.settleAsksProvider && attempt.handedOut);
  if (isPaid) return attempt.refunds > 0 ? 'refunded' : 'paid';
  return attempt.intent === 'canceled' ? 'canceled' : null;
}

/** Sells one ticket: the cart's own, else a free one. */
function sell(state: State, buyer: Buyer, attempt: Attempt, move: Move): boolean {
  const isOwn = attempt.checkout === 'open' || attempt.checkout === 'settled';
  if (isOwn && buyer.holds && move.guards.saleUsesHold) {
    buyer.holds = false;
    state.held--;
  }
  if (isOwn) buyer.cart = 'ended';
  if (move.guards.saleNeedsRoom && !hasRoom(state)) return false;
  state.sold++;
  return true;
}

/** Settling asks the provider first and then acts in one transaction; in between anything may happen. */
export const settleActions: Action[] = [
  {
    name: 'browser or webhook asks the provider',
    about: { worker: true, attempt: true },
    run(move) {
      const attempt = move.buyer.attempts[move.attempt];
      if (!isIdle(move) || attempt === undefined) return false;
      const saw = look(move, attempt);
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
      return settle(move, attempt, look(move, attempt), true);
    },
  },
  {
    name: 'settle',
    about: { worker: true },
    run(move) {
      const found = processDoing(move, 'settling');
      if (found === null) return false;
      setProcess(move);
      return settle(move, found.attempt, found.worker.saw, false, found.worker.at);
    },
  },
  {
    // only without the guard: the promise is a step of its own
    name: 'promise the refund',
    about: { worker: true },
    run(move) {
      const found = processDoing(move, 'promising');
      if (found === null) return false;
      setProcess(move);
      found.attempt.promised = true;
      return true;
    },
  },
  {
    name: 'crash',
    isRare: true,
    about: { worker: true },
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
    if (move.guards.refundPromisedWithSettling || isReconciliation) attempt.promised = true;
    else setProcess(move, { doing: 'promising', at });
  }
  attempt.checkout = 'settled';
  return true;
}
