/** Durations of one kind of call, in ms. */
export class Durations {
  readonly #values: number[] = [];

  /** Runs `work` and records how long it took; a failed call is not recorded. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    this.#values.push(performance.now() - startedAt);
    return result;
  }

  /** The duration that this share of the calls does not exceed: 0.99 for p99. */
  percentile(share: number): number {
    return percentile(this.#values, share);
  }

  get count(): number {
    return this.#values.length;
  }
}

/** The value below which this share of the values lies; 0 if there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The median of the sorted values. */
export const median = (values: number[]): number => percentile(values, 0.5);

/** Runs `work` for each item, `concurrency` at a time. */
export async function inParallel<T>(
  items: T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < items.length) await work(items[next++] as T);
    }),
  );
}

/** Starts `work` every `intervalMs`, without waiting for earlier runs, until `stop` is called. */
export function runEvery(
  intervalMs: number,
  work: () => Promise<void>,
): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const run = work().finally(() => running.delete(run));
    running.add(run);
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
