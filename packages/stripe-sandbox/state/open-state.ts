import { Journal, type JournalLine } from './journal.ts';
import type {
  ChargeRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  KeyRecord,
  PaymentMethodRecord,
  RefundRecord,
  SessionRecord,
} from './records.ts';

/** Events and keys kept in memory; Stripe keeps them by age (30 days, 24 hours). */
const MAX_EVENTS = 20_000;
const MAX_KEYS = 50_000;

/** Everything the sandbox knows. */
export type State = {
  intents: Collection<IntentRecord>;
  sessions: Collection<SessionRecord>;
  charges: Collection<ChargeRecord>;
  refunds: Collection<RefundRecord>;
  disputes: Collection<DisputeRecord>;
  paymentMethods: Collection<PaymentMethodRecord>;
  events: Collection<EventRecord>;
  keys: Collection<KeyRecord>;
  /** Seconds since 1970. */
  now: () => number;
  flush: () => void;
  close: () => void;
};

type Loadable = { load: (record: never) => void; newestFirst: () => { id: string }[] };

/** Opens the state, from `file` where one is given. */
export function openState(file: string | undefined, clock: () => number): State {
  const journal = new Journal(file);
  const collection = <T extends { id: string }>(kind: string, limit?: number): Collection<T> =>
    new Collection<T>((record) => journal.note(kind, record), limit);
  const collections = {
    intents: collection<IntentRecord>('intents'),
    sessions: collection<SessionRecord>('sessions'),
    charges: collection<ChargeRecord>('charges'),
    refunds: collection<RefundRecord>('refunds'),
    disputes: collection<DisputeRecord>('disputes'),
    paymentMethods: collection<PaymentMethodRecord>('paymentMethods'),
    events: collection<EventRecord>('events', MAX_EVENTS),
    keys: collection<KeyRecord>('keys', MAX_KEYS),
  };
  const byKind = new Map<string, Loadable>(Object.entries(collections));
  for (const line of journal.read()) byKind.get(line.kind)?.load(line.record as never);
  journal.compact(allLines(byKind));
  return {
    ...collections,
    now: () => Math.floor(clock() / 1000),
    flush: () => journal.flush(),
    close: () => journal.close(),
  };
}

function* allLines(byKind: Map<string, Loadable>): Generator<JournalLine> {
  for (const [kind, collection] of byKind) {
    for (const record of collection.newestFirst().toReversed()) yield { kind, record };
  }
}

/** Records of one kind in the order they were made; `limit` forgets the oldest. */
export class Collection<T extends { id: string }> {
  readonly #byId = new Map<string, T>();
  readonly #onSave: (record: T) => void;
  readonly #limit: number;

  constructor(onSave: (record: T) => void, limit = Infinity) {
    this.#onSave = onSave;
    this.#limit = limit;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Adds a record, or notes that a known one has changed. */
  save(record: T): T {
    this.load(record);
    this.#onSave(record);
    return record;
  }

  /** Adds a record read from the journal. */
  load(record: T): void {
    this.#byId.set(record.id, record);
    if (this.#byId.size <= this.#limit) return;
    const oldest = this.#byId.keys().next();
    if (!oldest.done) this.#byId.delete(oldest.value);
  }

  /** Newest first, as Stripe lists. */
  newestFirst(): T[] {
    return [...this.#byId.values()].toReversed();
  }

  get size(): number {
    return this.#byId.size;
  }
}
