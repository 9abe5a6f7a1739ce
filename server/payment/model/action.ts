import type { Guards } from './guards.ts';
import { type Attempt, type Buyer, idle, type State, type Process } from './state.ts';

/** What an action works on: a copy of the state it may change, one buyer, one of his workers and attempts. */
export interface Move {
  state: State;
  buyer: Buyer;
  worker: number;
  attempt: number;
  guards: Guards;
}

/** One thing that can happen. */
export interface Action {
  name: string;
  /** Whether it matters which worker or which attempt it is about. */
  about: { worker?: true; attempt?: true };
  /** Happens some time if it can; the others may, but need not. */
  isSure?: (guards: Guards) => boolean;
  /** Left out where many buyers are looked at. */
  isRare?: true;
  /** Changes the state; false, and nothing changed, where it cannot happen. */
  run: (move: Move) => boolean;
}

export const hasRoom = (state: State): boolean => state.sold + state.held < state.quantity;

/** What the worker does from now on; without changes he is idle. */
export function setProcess(move: Move, changes: Partial<Process> = {}): void {
  move.buyer.workers[move.worker] = { ...idle, ...changes };
}

/** The worker in question, if this is what he is doing, and the attempt he is doing it for. */
export function processDoing(
  move: Move,
  doing: Process['doing'],
): { worker: Process; attempt: Attempt } | null {
  const worker = move.buyer.workers[move.worker];
  const attempt = move.buyer.attempts[worker?.at ?? -1];
  return worker?.doing === doing && attempt !== undefined ? { worker, attempt } : null;
}

export function isIdle(move: Move): boolean {
  return move.buyer.workers[move.worker]?.doing === 'idle';
}
