import type { Action } from './action.ts';
import { actions } from './actions.ts';
import type { Guards } from './guards.ts';
import { findViolation, findUnfinishedPayment } from './invariants.ts';
import { copy, firstState, nameOf, type Size, type State } from './state.ts';

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
      const isSure = action.isSure?.(guards) ?? false;
      for (const [process, attempt] of choices(
        action,
        buyer.processes.length,
        buyer.attempts.length,
      )) {
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

/** The pairs of process and attempt for which an action is tried. */
function choices({ about }: Action, processes: number, attempts: number): [number, number][] {
  const all = (count: number, matters: true | undefined): number[] =>
    matters === undefined ? [0] : Array.from({ length: count }, (_, index) => index);
  return all(processes, about.process).flatMap((process) =>
    all(attempts, about.attempt).map((attempt): [number, number] => [process, attempt]),
  );
}

function explain(seen: Seen, violation: string): { violation: string; way: string[] } {
  const way: string[] = [];
  for (let at: Seen | null = seen; at !== null && at.from !== null; at = at.from)
    way.unshift(at.by);
  return { violation, way };
}
