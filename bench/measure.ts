/** Times of one kind of call, in ms. */
export class Times {
  private readonly values: number[] = [];

  async of<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    this.values.push(performance.now() - began);
    return result;
  }

  at(share: number): number {
    const sorted = this.values.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  get count(): number {
    return this.values.length;
  }
}

/** The middle one of several. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Runs `work` from many workers at once until all items are done. */
export async function inParallel<T>(
  items: T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < items.length) await work(items[next++] as T);
    }),
  );
}

/** A row of the printed table. */
export function row(name: string, value: string, note = ''): void {
  console.log(`${name.padEnd(44)} ${value.padStart(14)}  ${note}`);
}
