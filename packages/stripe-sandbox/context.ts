import type { SandboxOptions } from './sandbox-options.ts';
import type { State } from './state/open-state.ts';

/** The API request that causes an event; `null` if a timer or a fault does. */
export type RequestInfo = { id: string; idempotencyKey: string | null };

/** State and services that routes, payments and faults share. */
export type SandboxContext = {
  state: State;
  options: SandboxOptions;
  /** This server's own address. */
  url: () => string;
  /** The address for buyers' browsers. */
  browserUrl: () => string;
  /** Records an event about `object` and queues it for the webhook. */
  emit: (type: string, object: { id: string }) => void;
  /** Runs something after `ms`, by default `asyncDelay`; never if that is `null`. */
  later: (run: (context: SandboxContext) => void, ms?: number) => void;
  /** How the next refunds end, set by faults. */
  nextRefunds: ('pending' | 'fails')[];
};
