import type { SandboxOptions } from '../sandbox-options.ts';
import type { State } from '../state/open-state.ts';
import type { EventRecord } from '../state/records.ts';
import { WebhookPost, signWebhook } from './post-webhook.ts';
import { eventJson } from './record-event.ts';

/** Stripe retries with growing delays for three days; in ms. */
const RETRY_DELAYS = [5, 30, 300, 1800, 7200, 18000, 36000, 36000, 36000, 36000, 36000].map(
  (seconds) => seconds * 1000,
);
const MAX_CONCURRENT = 16;

/** Posts events to the receiver: at least once, in any sequence, with retries. */
export class WebhookQueue {
  readonly #state: State;
  readonly #options: SandboxOptions;
  readonly #clock: () => number;
  #url: string | undefined;
  #waiting: EventRecord[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #inProgress = 0;
  readonly #post = new WebhookPost();
  #isClosed = false;
  #idle: (() => void)[] = [];

  constructor(state: State, options: SandboxOptions, clock: () => number) {
    this.#state = state;
    this.#options = options;
    this.#clock = clock;
    if (options.webhookUrl) this.setUrl(options.webhookUrl);
  }

  /** Sets the receiver, and sends it all pending events, those from before a restart, too. */
  setUrl(url: string): void {
    const isFirst = this.#url === undefined;
    this.#url = url;
    if (!isFirst) return;
    const pending = this.#state.events
      .newestFirst()
      .filter((event) => event.delivery === 'pending');
    for (const event of pending.toReversed()) this.push(event);
  }

  push(event: EventRecord): void {
    if (!this.#url) return;
    if (this.#options.webhookEvents?.includes(event.type) === false) {
      event.delivery = 'unwanted';
      this.#state.events.save(event);
      return;
    }
    this.#waiting.push(event);
    setImmediate(() => this.#pump());
  }

  /** Pushes an event after a pause in ms. */
  pushLater(event: EventRecord, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.push(event);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Resolves when no event is waiting, in progress or due for a retry. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#post.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting = [];
  }

  #isIdle(): boolean {
    return this.#waiting.length + this.#inProgress + this.#timers.size === 0;
  }

  #pump(): void {
    while (this.#url && this.#inProgress < MAX_CONCURRENT && !this.#isClosed) {
      const event = this.#waiting.shift();
      if (!event) break;
      this.#inProgress += 1;
      void this.#deliver(this.#url, event).finally(() => {
        this.#inProgress -= 1;
        this.#pump();
      });
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #deliver(url: string, event: EventRecord): Promise<void> {
    event.attempts += 1;
    const payload = eventJson(event);
    const seconds = Math.floor(this.#clock() / 1000);
    const signature = signWebhook(payload, this.#options.webhookSecret, seconds);
    const taken = await this.#post.send(url, payload, signature);
    if (this.#isClosed) return;
    if (taken) event.delivery = 'delivered';
    else this.#retry(event);
    this.#state.events.save(event);
  }

  #retry(event: EventRecord): void {
    if (event.delivery === 'delivered') return;
    const delays = this.#options.webhookRetryDelays ?? RETRY_DELAYS;
    const delay = delays[event.attempts - 1];
    if (delay === undefined) event.delivery = 'lost';
    else this.pushLater(event, delay);
  }
}

/** A fault of the next events. */
export type WebhookFault = {
  /**
   * drop: never arrives; delay: `ms` later; hold: until release; duplicate: twice; reverse: `times` events, last first.
   */
  effect: 'drop' | 'delay' | 'hold' | 'duplicate' | 'reverse';
  /** Only events of this type. */
  type?: string;
  /** How many events; default 1. */
  times?: number;
  ms?: number;
};

type Rule = WebhookFault & { left: number; held: EventRecord[] };

/** Decides what happens to each new event on its way to the queue. */
export class WebhookFaults {
  readonly #queue: WebhookQueue;
  #rules: Rule[] = [];
  #heldBack: EventRecord[] = [];

  constructor(queue: WebhookQueue) {
    this.#queue = queue;
  }

  add(fault: WebhookFault): void {
    this.#rules.push({ ...fault, left: fault.times ?? 1, held: [] });
  }

  /** Delivers what is held, oldest first. */
  release(): void {
    for (const event of this.#heldBack.splice(0)) this.#queue.push(event);
  }

  /** Ends all rules and delivers what they held. */
  clear(): void {
    for (const rule of this.#rules.splice(0)) this.#heldBack.push(...rule.held);
    this.release();
  }

  pass(event: EventRecord): void {
    const rule = this.#rules.find(({ left, type }) => left > 0 && (!type || type === event.type));
    if (!rule) return this.#queue.push(event);
    rule.left -= 1;
    this.#apply(rule, event);
    this.#rules = this.#rules.filter(({ left }) => left > 0);
  }

  #apply(rule: Rule, event: EventRecord): void {
    if (rule.effect === 'drop') event.delivery = 'lost';
    if (rule.effect === 'delay') this.#queue.pushLater(event, rule.ms ?? 0);
    if (rule.effect === 'hold') this.#heldBack.push(event);
    if (rule.effect === 'duplicate') {
      this.#queue.push(event);
      this.#queue.push(event);
    }
    if (rule.effect === 'reverse') {
      rule.held.unshift(event);
      if (rule.left === 0) for (const held of rule.held) this.#queue.push(held);
    }
  }
}
