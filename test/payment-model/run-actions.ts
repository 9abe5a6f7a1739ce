import {
  isIdle,
  moveTickets,
  processDoing,
  setProcess,
  type Action,
  type Attempt,
  type Move,
  type State,
} from './state.ts';

function listOrders(state: State): void {
  for (const attempt of state.buyers.flatMap((buyer) => buyer.attempts)) {
    if (attempt.ticket === 'valid') attempt.item = 'waiting';
  }
}

const hasDoneItem = (state: State): boolean =>
  state.buyers.some((buyer) =>
    buyer.attempts.some(({ item }) => item === 'asked' || item === 'done'),
  );

/** Takes the step that is due for an item as it was read; returns whether there was one. */
function takeStep(move: Move, attempt: Attempt, read: Attempt['item']): boolean {
  const { guards } = move;
  if (read !== 'waiting' && read !== 'asked') return false;
  if (guards.stepOnce && attempt.item !== read) return false;
  if (read === 'waiting') {
    const isValid = !guards.stepNeedsValidTicket || attempt.ticket === 'valid';
    if (isValid) moveTickets(move, 'sold', -1);
    attempt.item = isValid ? 'asked' : 'done';
    attempt.ticket = 'void';
    return true;
  }
  attempt.item = 'done';
  // what the dashboard has returned is no longer there to donate
  if (attempt.donation === 'chosen' && attempt.dashboard === 'none') attempt.donation = 'made';
  else attempt.isRefundRequested = true;
  return true;
}

/** The office cancels the concert; a run voids its tickets, and the buyers have their money back or donate it. */
export const runActions: Action[] = [
  {
    name: 'cancel the concert',
    isOfRun: true,
    about: {},
    run({ state, guards }) {
      if (state.concert === 'listed') state.concert = 'cancelled';
      else if (state.concert === 'planned') {
        listOrders(state);
        state.concert = guards.cancelListsAllOrders ? 'cancelled' : 'listed';
      } else return false;
      return true;
    },
  },
  {
    name: 'take the cancellation back',
    isOfRun: true,
    about: {},
    run({ state }) {
      if (state.concert !== 'cancelled' || hasDoneItem(state)) return false;
      state.concert = 'undone';
      for (const attempt of state.buyers.flatMap((buyer) => buyer.attempts)) attempt.item = 'none';
      return true;
    },
  },
  {
    name: 'job cancels the payment',
    isOfRun: true,
    about: { attempt: true },
    isSure: (guards) => guards.cancelEndsPayments,
    run({ state, buyer, attempt: at, guards }) {
      const attempt = buyer.attempts[at];
      if (!guards.cancelEndsPayments || state.concert !== 'cancelled') return false;
      if (attempt?.checkout !== 'open') return false;
      if (attempt.intent !== 'open' && attempt.intent !== 'none') return false;
      if (attempt.intent === 'open') attempt.intent = 'canceled';
      attempt.checkout = 'closed';
      return true;
    },
  },
  {
    name: 'run takes a step',
    isOfRun: true,
    about: { attempt: true },
    isSure: () => true,
    run(move) {
      const attempt = move.buyer.attempts[move.attempt];
      return attempt !== undefined && takeStep(move, attempt, attempt.item);
    },
  },
  {
    name: 'process reads an item',
    isOfRun: true,
    about: { process: true, attempt: true },
    run(move) {
      const item = move.buyer.attempts[move.attempt]?.item;
      if (!isIdle(move) || (item !== 'waiting' && item !== 'asked')) return false;
      setProcess(move, { doing: 'stepping', at: move.attempt, item });
      return true;
    },
  },
  {
    name: 'process takes the step',
    isOfRun: true,
    about: { process: true },
    run(move) {
      const found = processDoing(move, 'stepping');
      if (found === null) return false;
      setProcess(move);
      takeStep(move, found.attempt, found.process.item);
      return true;
    },
  },
  {
    name: 'buyer chooses to donate',
    isOfRun: true,
    about: { attempt: true },
    run({ buyer, attempt: at, guards }) {
      const attempt = buyer.attempts[at];
      if (attempt === undefined || attempt.donation !== 'none') return false;
      if (attempt.item === 'done' && !guards.choiceNeedsAsked) attempt.item = 'asked';
      if (attempt.item !== 'asked') return false;
      attempt.donation = 'chosen';
      return true;
    },
  },
];
