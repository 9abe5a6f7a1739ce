/** Pseudo-random numbers determined by the seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer of at least 0, less than `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A random element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
