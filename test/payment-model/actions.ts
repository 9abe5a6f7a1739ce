import { runActions } from './run-actions.ts';
import {
  moveTickets,
  hasQuota,
  hasRoom,
  isIdle,
  setProcess,
  processDoing,
  type Action,
  type Move,
  type Attempt,
  type BuyerState,
  type State,
  type Process,
} from './state.ts';

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
  if (move.guards.saleNeedsConcert && state.concert === 'cancelled') return false;
  if (move.guards.saleNeedsRoom && !hasRoom(state)) return false;
  if (move.guards.saleNeedsQuota && !hasQuota(state)) return false;
  moveTickets(move, 'sold', 1);
  return true;
}

/** Settling reads the provider's state first and then runs one transaction; anything may happen in between. */
const settleActions: Action[] = [
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

/** Requested refunds, and those made in the provider's dashboard. */
const refundActions: Action[] = [
  {
    name: 'job makes the refund',
    about: { attempt: true },
    isSure: () => true,
    run({ buyer, attempt: at, guards }) {
      const attempt = buyer.attempts[at];
      if (attempt?.isRefundRequested !== true) return false;
      // under the same key the provider returns the same refund
      if (attempt.refunds > (guards.refundOnce ? 0 : 1)) return false;
      attempt.refunds++;
      return true;
    },
  },
  {
    name: 'refund in the dashboard',
    isRare: true,
    about: { attempt: true },
    run({ buyer, attempt: at }) {
      const attempt = buyer.attempts[at];
      if (attempt?.intent !== 'paid' || attempt.refunds > 0) return false;
      attempt.refunds = 1;
      attempt.dashboard = 'made';
      return true;
    },
  },
  {
    name: 'learn of the dashboard refund',
    about: { attempt: true },
    isSure: () => true,
    run(move) {
      const { buyer, guards } = move;
      const attempt = buyer.attempts[move.attempt];
      if (attempt === undefined || attempt.dashboard === 'none') return false;
      if (attempt.checkout !== 'settled' && guards.recordAfterSettling) return false;
      if (attempt.dashboard === 'known' && guards.voidOnce) return false;
      attempt.dashboard = 'known';
      if (!guards.dashboardRefundVoids || attempt.ticket === 'none') return true;
      // a run has made it void before
      if (attempt.ticket === 'void' && attempt.item !== 'none') return true;
      moveTickets(move, 'sold', -1);
      attempt.ticket = 'void';
      return true;
    },
  },
];

const openAttempt = (buyer: BuyerState): number =>
  buyer.attempts.findIndex(({ checkout }) => checkout === 'open');

const newAttempt = (version: number): Attempt => ({
  checkout: 'open',
  intent: 'none',
  isHandedOut: false,
  version,
  ticket: 'none',
  isRefundRequested: false,
  refunds: 0,
  dashboard: 'none',
  item: 'none',
  donation: 'none',
});

const cartActions: Action[] = [
  {
    name: 'hold',
    about: {},
    run(move) {
      const { state, buyer, guards } = move;
      if (buyer.cart !== 'none' || (guards.holdNeedsRoom && !hasRoom(state))) return false;
      if (guards.holdNeedsQuota && !hasQuota(state)) return false;
      buyer.cart = 'live';
      buyer.hasHold = true;
      moveTickets(move, 'held', 1);
      return true;
    },
  },
  {
    name: 'change the cart',
    isRare: true,
    about: {},
    run({ buyer, guards }) {
      if (buyer.cart !== 'live' || buyer.version > 0) return false;
      if (guards.changeNeedsNoOpenPayment && openAttempt(buyer) !== -1) return false;
      buyer.version++;
      return true;
    },
  },
  {
    name: 'hold ends',
    about: {},
    run({ buyer }) {
      if (buyer.cart !== 'live') return false;
      buyer.cart = 'ended';
      return true;
    },
  },
  {
    // at any moment after expiry: the provider may be slow, or the grace period may be over
    name: 'release',
    about: {},
    run(move) {
      const { buyer, guards } = move;
      if (buyer.cart !== 'ended' || (guards.releaseReadsLedger && !buyer.hasHold)) return false;
      buyer.hasHold = false;
      moveTickets(move, 'held', -1);
      return true;
    },
  },
];

const initiateActions: Action[] = [
  {
    name: 'freeze',
    about: { process: true },
    run(move) {
      const { buyer, state } = move;
      if (!isIdle(move) || buyer.cart !== 'live' || !buyer.hasHold) return false;
      if (move.guards.freezeNeedsNoOpenPayment && openAttempt(buyer) !== -1) return false;
      if (buyer.attempts.length === state.maxAttempts) return false;
      buyer.attempts.push(newAttempt(buyer.version));
      setProcess(move, { doing: 'creating', at: buyer.attempts.length - 1 });
      return true;
    },
  },
  {
    name: 'provider makes the intent',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'creating');
      if (found === null) return false;
      if (found.attempt.intent === 'none') found.attempt.intent = 'open';
      setProcess(move, { ...found.process, doing: 'storing' });
      return true;
    },
  },
  {
    name: 'hand out the intent',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'storing');
      if (found === null) return false;
      setProcess(move);
      const { attempt } = found;
      if (attempt.checkout !== 'closed' || !move.guards.storeNeedsOpenCheckout) {
        attempt.isHandedOut = true;
      } else if (attempt.intent === 'open') attempt.intent = 'canceled';
      return true;
    },
  },
  {
    name: 'buyer pays',
    about: { attempt: true },
    run({ buyer, attempt: at }) {
      const attempt = buyer.attempts[at];
      if (attempt?.intent !== 'open' || !attempt.isHandedOut) return false;
      attempt.intent = 'paid';
      return true;
    },
  },
  {
    name: 'bank starts processing',
    isRare: true,
    about: { attempt: true },
    run({ buyer, attempt: at }) {
      const attempt = buyer.attempts[at];
      if (attempt?.intent !== 'open' || !attempt.isHandedOut) return false;
      attempt.intent = 'processing';
      return true;
    },
  },
  ...(['paid', 'open'] as const).map((result): Action => ({
    name: `bank returns ${result}`,
    about: { attempt: true },
    run({ buyer, attempt: at }) {
      const attempt = buyer.attempts[at];
      if (attempt?.intent !== 'processing') return false;
      attempt.intent = result;
      return true;
    },
  })),
];

const cancelActions: Action[] = [
  {
    name: 'start to cancel',
    about: { process: true },
    run(move) {
      const at = openAttempt(move.buyer);
      const attempt = move.buyer.attempts[at];
      if (!isIdle(move) || attempt === undefined) return false;
      setProcess(move, { doing: 'cancelling', at, knewIntent: attempt.isHandedOut });
      return true;
    },
  },
  {
    name: 'provider cancels',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'cancelling');
      if (found === null) return false;
      const { process, attempt } = found;
      const calls = process.knewIntent && move.guards.cancelBeforeClose;
      if (calls && attempt.intent === 'open') attempt.intent = 'canceled';
      const isRefused = calls && attempt.intent !== 'canceled';
      setProcess(move, isRefused ? {} : { ...process, doing: 'closing' });
      return true;
    },
  },
  {
    name: 'close the checkout',
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'closing');
      if (found === null) return false;
      const { process, attempt } = found;
      setProcess(move);
      const isSame =
        process.knewIntent === attempt.isHandedOut || !move.guards.closeNeedsSameIntent;
      if (attempt.checkout === 'open' && isSame) attempt.checkout = 'closed';
      return true;
    },
  },
];

/** Everything that can happen. */
export const actions: readonly Action[] = [
  ...cartActions,
  ...initiateActions,
  ...cancelActions,
  ...settleActions,
  ...refundActions,
  ...runActions,
];
