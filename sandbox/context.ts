import type { SandboxOptions } from './sandbox-options.ts';
import type { State } from './state/open-state.ts';

/** The API request that something is done for; `null` for what time or a fault does. */
export type RequestInfo = { id: string; idempotencyKey: string | null };

/** What routes, payments and faults work with. */
export type SandboxContext = {
  state: State;
  options: SandboxOptions;
  /** This server's own address. */
  url: () => string;
  /** Where buyers' browsers reach it. */
  browserUrl: () => string;
  /** Records an event about `object` and queues it for the webhook. */
  emit: (type: string, object: { id: string }) => void;
  /** Does something after `ms`, `asyncDelay` if not given, or never where that is `null`. */
  later: (run: (work: SandboxContext) => void, ms?: number) => void;
  /** How the next refunds end, set by faults. */
  nextRefunds: ('pending' | 'fails')[];
};
