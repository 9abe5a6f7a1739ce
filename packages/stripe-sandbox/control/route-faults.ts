import { setTimeout as pause } from 'node:timers/promises';

/** A fault of the next calls of a route. */
export type RouteFault = {
  /** As in the route tables: `POST /v1/payment_intents/:id/cancel`; `*` is every route. */
  route: string;
  /**
   * error: responds with `status` (500); silence: never responds; cut: closes the connection;
   * slow: `ms` later; hold: when released.
   */
  effect: 'error' | 'silence' | 'cut' | 'slow' | 'hold';
  /** Before the work is done, or after it; default before. */
  when?: 'before' | 'after';
  /** How many calls; default 1. */
  times?: number;
  status?: number;
  ms?: number;
  /** Whether the error is stored under the idempotency key, as Stripe stores its 500s; default true. */
  isStored?: boolean;
};

type Rule = RouteFault & { left: number };

/** The faults that are set for later calls. */
export class RouteFaults {
  #rules: Rule[] = [];
  #held: (() => void)[] = [];
  #heldChanged: (() => void)[] = [];

  add(fault: RouteFault): void {
    this.#rules.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#rules = [];
    this.release();
  }

  /** Releases the calls that wait at a `hold`. */
  release(): void {
    for (const resolve of this.#held.splice(0)) resolve();
  }

  /** Resolves when at least `count` calls wait at a `hold`. */
  async held(count = 1): Promise<void> {
    while (this.#held.length < count) {
      await new Promise<void>((resolve) => this.#heldChanged.push(resolve));
    }
  }

  /** Takes the fault for one call of a route, if there is one. */
  take(route: string): RouteFault | undefined {
    const rule = this.#rules.find((fault) => fault.route === '*' || fault.route === route);
    if (!rule) return undefined;
    rule.left -= 1;
    this.#rules = this.#rules.filter(({ left }) => left > 0);
    return rule;
  }

  /** Waits if the fault is `slow` or `hold`. */
  async wait(fault: RouteFault): Promise<void> {
    if (fault.effect === 'slow') await pause(fault.ms ?? 1000, undefined, { ref: false });
    if (fault.effect !== 'hold') return;
    const released = new Promise<void>((resolve) => this.#held.push(resolve));
    for (const changed of this.#heldChanged.splice(0)) changed();
    await released;
  }
}
