import type { State } from '../state/open-state.ts';
import type { EventRecord } from '../state/records.ts';
import { renderEvent, type WireEvent } from '../webhooks/record-event.ts';
import type { WebhookQueue } from '../webhooks/webhook-queue.ts';

/** Selects events by type and object id. */
export type EventFilter = { type?: string; about?: string };

/** All events, for tests: `sandbox.events`. */
export class EventLog {
  readonly #state: State;
  readonly #queue: WebhookQueue;
  #waiting: (() => void)[] = [];

  constructor(state: State, queue: WebhookQueue) {
    this.#state = state;
    this.#queue = queue;
  }

  /** Oldest first. */
  all(filter: EventFilter = {}): WireEvent[] {
    return this.#state.events
      .newestFirst()
      .toReversed()
      .filter((event) => matches(event, filter))
      .map(renderEvent);
  }

  /** Waits for the first matching event. */
  async next(filter: EventFilter): Promise<WireEvent> {
    for (;;) {
      const [found] = this.all(filter);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Resolves when every event has been delivered or given up. */
  async delivered(): Promise<void> {
    await this.#queue.idle();
  }

  /** Resolves all `next` calls that match the event. */
  recorded(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function matches(event: EventRecord, { type, about }: EventFilter): boolean {
  return (
    (type === undefined || event.type === type) && (about === undefined || event.subject === about)
  );
}
