/**
 * One attempt to pay: a checkout with its intent at the provider, or its hosted page, which is the same here:
 * made, handed out, paid, or cancelled by expiring it.
 */
export interface Attempt {
  /** Of our row. */
  checkout: 'open' | 'closed' | 'settled';
  /** At the provider. */
  intent: 'none' | 'open' | 'processing' | 'paid' | 'canceled';
  /** The intent's id is noted and its secret given to the buyer. */
  handedOut: boolean;
  /** The version of the cart that was frozen. */
  version: number;
  ticket: 'none' | 'valid' | 'void';
  promised: boolean;
  /** Refunds made at the provider. */
  refunds: number;
  /** One of them was made in the dashboard, and whether we know. */
  dashboard: 'none' | 'made' | 'known';
}

/** Somebody between two steps; a crash forgets him. */
export interface Process {
  doing: 'idle' | 'creating' | 'storing' | 'cancelling' | 'closing' | 'settling' | 'promising';
  /** The attempt he does it for. */
  at: number;
  /** Cancelling: whether there was an intent when he looked. */
  knewIntent: boolean;
  /** Settling: what the provider said. */
  saw: 'paid' | 'refunded' | 'canceled' | null;
}

export const idle: Process = { doing: 'idle', at: -1, knewIntent: false, saw: null };

export interface Buyer {
  cart: 'none' | 'live' | 'ended';
  /** Whether the ledger has a hold of this cart; a cart is for one ticket. */
  holds: boolean;
  version: number;
  attempts: Attempt[];
  /** His browser, the webhook: requests under way at the same time. */
  workers: Process[];
}

/** A concert with `quantity` tickets and its buyers. */
export interface State {
  quantity: number;
  /** How often each buyer may begin to pay. */
  mostAttempts: number;
  sold: number;
  held: number;
  buyers: Buyer[];
}

/** How much is looked at: the number of states grows with every one of these. */
export interface Size {
  buyers: number;
  quantity: number;
  attempts: number;
  workers: number;
  /** Leaves out what is rare. */
  withoutRare?: boolean;
}

export function firstState(size: Size): State {
  const buyer = (): Buyer => ({
    cart: 'none',
    holds: false,
    version: 0,
    attempts: [],
    workers: Array.from({ length: size.workers }, () => idle),
  });
  return {
    quantity: size.quantity,
    mostAttempts: size.attempts,
    sold: 0,
    held: 0,
    buyers: Array.from({ length: size.buyers }, buyer),
  };
}

/** A copy that can be changed. */
export function copy(state: State): State {
  return {
    ...state,
    buyers: state.buyers.map((buyer) => ({
      ...buyer,
      attempts: buyer.attempts.map((attempt) => ({ ...attempt })),
      workers: [...buyer.workers],
    })),
  };
}

/** A name for the state; buyers are alike, and so are the workers of one, so their order does not count. */
export function nameOf(state: State): string {
  const buyers = state.buyers.map((buyer) => {
    const workers = buyer.workers.map((worker) => Object.values(worker).join(',')).toSorted();
    const attempts = buyer.attempts.map((attempt) => Object.values(attempt).join(','));
    return [buyer.cart, buyer.holds, buyer.version, ...attempts, '|', ...workers].join(';');
  });
  return [state.sold, state.held, ...buyers.toSorted()].join('\n');
}
