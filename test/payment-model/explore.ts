import { actions } from './actions.ts';
import type { Guards } from './guards.ts';
import { copy, firstState, nameOf, type Size, type State, type Attempt } from './state.ts';

export interface Exploration {
  /** How many different states were reached. */
  states: number;
  /** The shortest way to a violated invariant; null when there is none. */
  counterexample: { violation: string; way: string[] } | null;
}

interface Seen {
  state: State;
  from: Seen | null;
  by: string;
}

/**
 * Visits every state that any sequence of events can reach, breadth first, until an invariant is violated.
 * Throws when there are more than `maxStates` states, because the result would not cover everything.
 */
export function explore(size: Size, guards: Guards, maxStates = 2_000_000): Exploration {
  const first: Seen = { state: firstState(size), from: null, by: 'start' };
  const known = new Set([nameOf(first.state)]);
  let layer = [first];
  while (layer.length > 0) {
    const next: Seen[] = [];
    for (const seen of layer) {
      const violation = findViolation(seen.state);
      if (violation !== null) {
        return { states: known.size, counterexample: explain(seen, violation) };
      }
      let isAtRest = true;
      for (const { by, state, isSure } of successors(seen.state, size, guards)) {
        isAtRest &&= !isSure;
        const name = nameOf(state);
        if (known.has(name)) continue;
        known.add(name);
        next.push({ state, from: seen, by });
      }
      const unfinished = isAtRest ? findUnfinishedPayment(seen.state) : null;
      if (unfinished !== null) {
        return { states: known.size, counterexample: explain(seen, unfinished) };
      }
    }
    if (known.size > maxStates) throw new Error(`more than ${maxStates} states`);
    layer = next;
  }
  return { states: known.size, counterexample: null };
}

interface Successor {
  by: string;
  state: State;
  isSure: boolean;
}

function* successors(state: State, size: Size, guards: Guards): Generator<Successor> {
  let after = copy(state);
  for (const [index, buyer] of state.buyers.entries()) {
    for (const action of actions) {
      if (size.skipsRareActions && action.isRare) continue;
      if (!size.cancels && action.isOfRun) continue;
      const isSure = action.isSure?.(guards) ?? false;
      const processCount = action.about.process ? buyer.processes.length : 1;
      const attemptCount = action.about.attempt ? buyer.attempts.length : 1;
      for (let process = 0; process < processCount; process++) {
        for (let attempt = 0; attempt < attemptCount; attempt++) {
          const mine = after.buyers[index];
          if (mine === undefined) continue;
          // an action that cannot happen leaves the copy unchanged
          if (!action.run({ state: after, buyer: mine, process, attempt, guards })) continue;
          yield { by: `buyer ${index + 1}: ${action.name}`, state: after, isSure };
          after = copy(state);
        }
      }
    }
  }
}

function explain(seen: Seen, violation: string): { violation: string; way: string[] } {
  const way: string[] = [];
  for (let at: Seen | null = seen; at !== null && at.from !== null; at = at.from)
    way.unshift(at.by);
  return { violation, way };
}

/** The invariant of every state that is violated; null when all hold. */
function findViolation(state: State): string | null {
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
      if (attempt.item === 'done' && state.concert !== 'cancelled')
        return 'refunded although the concert takes place';
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
  const isReturnedByRun = attempt.ticket === 'void' && attempt.item === 'done';
  if (attempt.ticket !== 'none' && attempt.isRefundRequested && !isReturnedByRun)
    return 'both ticket and refund';
  if (attempt.donation === 'made' && attempt.isRefundRequested) return 'both donated and refunded';
  if (attempt.ticket === 'valid' && attempt.dashboard === 'known') return 'both ticket and refund';
  return null;
}

/**
 * Finds what is open when no sure action is left: every payment has ended in exactly one of ticket, refund and
 * donation, and nothing is left of a cancelled concert.
 */
function findUnfinishedPayment(state: State): string | null {
  const isCancelled = state.concert === 'cancelled';
  for (const attempt of state.buyers.flatMap((buyer) => buyer.attempts)) {
    if (isCancelled && isPayable(attempt)) return 'a payment of the cancelled concert stays open';
    if (attempt.intent !== 'paid') continue;
    const hasTicket = attempt.ticket === 'valid';
    if (isCancelled && hasTicket) return 'a valid ticket of the cancelled concert';
    if (hasTicket && attempt.refunds > 0) return 'paid: both ticket and refund in the end';
    const isReturned = attempt.refunds > 0 || attempt.donation === 'made';
    if (!hasTicket && !isReturned) return 'paid: neither ticket nor refund in the end';
  }
  return null;
}
