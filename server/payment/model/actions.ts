import {
  type Action,
  moveTickets,
  hasQuota,
  hasRoom,
  isIdle,
  setProcess,
  processDoing,
} from './action.ts';
import { settleActions } from './settle-actions.ts';
import { refundActions } from './refund-actions.ts';
import type { Attempt, BuyerState } from './state.ts';

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
];
