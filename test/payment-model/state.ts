import type { Guards } from './guards.ts';

/**
 * One attempt to pay: a checkout with its intent at the provider, or with its hosted page, which behaves alike:
 * it is created, handed out, paid, or cancelled by expiring it.
 */
export interface Attempt {
  /** State of our row. */
  checkout: 'open' | 'closed' | 'settled';
  /** State at the provider. */
  intent: 'none' | 'open' | 'processing' | 'paid' | 'canceled';
  /** The intent's id is stored, and the buyer has its secret. */
  isHandedOut: boolean;
  /** The version of the cart that was frozen. */
  version: number;
  ticket: 'none' | 'valid' | 'void';
  /** A refund is requested. */
  isRefundRequested: boolean;
  /** Refunds made at the provider. */
  refunds: number;
  /** Whether one of them was made in the dashboard, and whether we know of it. */
  dashboard: 'none' | 'made' | 'known';
  /** Its order in the run of the cancelled concert. */
  item: 'none' | 'waiting' | 'asked' | 'done';
  /** Whether its buyer has chosen to donate, and whether that is carried out. */
  donation: 'none' | 'chosen' | 'made';
}

/** A process between two steps; a crash loses it. */
export interface Process {
  doing:
    | 'idle'
    | 'creating'
    | 'storing'
    | 'cancelling'
    | 'closing'
    | 'settling'
    | 'requesting'
    | 'stepping';
  /** Index of the attempt it works on. */
  at: number;
  /** Cancelling: whether there was an intent when it read the checkout. */
  knewIntent: boolean;
  /** Settling: what the provider said. */
  saw: 'paid' | 'refunded' | 'canceled' | null;
  /** Stepping: the item as it was read. */
  item: Attempt['item'];
}

/** A process with nothing to do. */
const idle: Process = { doing: 'idle', at: -1, knewIntent: false, saw: null, item: 'none' };

export interface BuyerState {
  cart: 'none' | 'live' | 'ended';
  /** Whether table hold has a row of this cart; a cart has one ticket. */
  hasHold: boolean;
  version: number;
  attempts: Attempt[];
  /** Browser, webhook: requests in progress at the same time. */
  processes: Process[];
}

/** A concert with `quantity` tickets and its buyers. */
export interface State {
  quantity: number;
  /** Tickets of the type that everybody buys. */
  quota: number;
  /** How often each buyer may start to pay. */
  maxAttempts: number;
  /** Listed: its orders are read, but it is not cancelled yet. */
  concert: 'planned' | 'listed' | 'cancelled' | 'undone';
  sold: number;
  held: number;
  quotaSold: number;
  quotaHeld: number;
  buyers: BuyerState[];
}

/** The size of an exploration; the number of states grows with each of these. */
export interface Size {
  buyers: number;
  quantity: number;
  /** Enough for all buyers if left out. */
  quota?: number;
  attempts: number;
  processes: number;
  /** Whether the office may cancel the concert. */
  cancels?: true;
  /** Leaves out rare actions. */
  skipsRareActions?: boolean;
}

/** The state before anybody buys. */
export function firstState(size: Size): State {
  const buyer = (): BuyerState => ({
    cart: 'none',
    hasHold: false,
    version: 0,
    attempts: [],
    processes: Array.from({ length: size.processes }, () => idle),
  });
  return {
    quantity: size.quantity,
    quota: size.quota ?? size.buyers,
    maxAttempts: size.attempts,
    concert: 'planned',
    sold: 0,
    held: 0,
    quotaSold: 0,
    quotaHeld: 0,
    buyers: Array.from({ length: size.buyers }, buyer),
  };
}

/** A copy that may be changed. */
export function copy(state: State): State {
  return {
    ...state,
    buyers: state.buyers.map((buyer) => ({
      ...buyer,
      attempts: buyer.attempts.map((attempt) => ({ ...attempt })),
      processes: [...buyer.processes],
    })),
  };
}

/** A key of the state. Buyers are interchangeable, and so are a buyer's processes: both are sorted. */
export function nameOf(state: State): string {
  const buyers = state.buyers.map((buyer) => {
    const processes = buyer.processes.map((process) => Object.values(process).join(',')).toSorted();
    const attempts = buyer.attempts.map((attempt) => Object.values(attempt).join(','));
    return [buyer.cart, buyer.hasHold, buyer.version, ...attempts, '|', ...processes].join(';');
  });
  const counters = [state.concert, state.sold, state.held, state.quotaSold, state.quotaHeld];
  return [...counters, ...buyers.toSorted()].join('\n');
}

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
  /** Left out of explorations without a cancelled concert. */
  isOfRun?: true;
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
