import type { Guards } from './guards.ts';
import { type Attempt, type BuyerState, idle, type State, type Process } from './state.ts';

/**
 * The arguments of an action: a copy of the state that it may change, one buyer, one of their processes and attempts.
 */
export interface Move {
  state: State;
  buyer: BuyerState;
  process: number;
  attempt: number;
  guards: Guards;
}

/** One thing that can happen. */
export interface Action {
  name: string;
  /** Whether the action depends on the process or on the attempt. */
  about: { process?: true; attempt?: true };
  /** Happens eventually if it can; other actions may never happen. */
  isSure?: (guards: Guards) => boolean;
  /** Left out of explorations with many buyers. */
  isRare?: true;
  /** Changes the state; returns false, with nothing changed, if the action cannot happen. */
  run: (move: Move) => boolean;
}

/** Whether the stock has a ticket left. */
export const hasRoom = (state: State): boolean => state.sold + state.held < state.quantity;

/** Whether the quota has a ticket left. */
export const hasQuota = (state: State): boolean => state.quotaSold + state.quotaHeld < state.quota;

/** Adds `by` held or sold tickets to stock and quota. */
export function moveTickets(
  move: { state: State; guards: Guards },
  what: 'held' | 'sold',
  by: number,
): void {
  const { state, guards } = move;
  state[what] += by;
  if (by > 0 || guards.quotaCountsDown) state[what === 'held' ? 'quotaHeld' : 'quotaSold'] += by;
}

/** Sets what the process does from now on; idle without changes. */
export function setProcess(move: Move, changes: Partial<Process> = {}): void {
  move.buyer.processes[move.process] = { ...idle, ...changes };
}

/** The process of this move and its attempt, if that is what the process is doing; otherwise null. */
export function processDoing(
  move: Move,
  doing: Process['doing'],
): { process: Process; attempt: Attempt } | null {
  const process = move.buyer.processes[move.process];
  const attempt = move.buyer.attempts[process?.at ?? -1];
  return process?.doing === doing && attempt !== undefined ? { process, attempt } : null;
}

/** Whether the process of a move has nothing to do. */
export function isIdle(move: Move): boolean {
  return move.buyer.processes[move.process]?.doing === 'idle';
}
