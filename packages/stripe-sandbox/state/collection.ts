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
