import type { EventRecord } from '../state/records.ts';
import type { WebhookQueue } from './webhook-queue.ts';

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
