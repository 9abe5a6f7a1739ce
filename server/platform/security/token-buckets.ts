/** Beyond this many buckets, the full ones are deleted: they limit nothing. */
const MAX_BUCKETS = 20_000;

/** Limits per second in this process. */
export interface TokenBuckets {
  /** Takes one token of this key's bucket. 0, or the seconds until there is one. */
  take(key: string, now?: number): number;
}

/**
 * Buckets that refill steadily: `perSecond` in the long run, `burst` at once. `now` is in milliseconds and never
 * decreases.
 */
export function createTokenBuckets(options: { perSecond: number; burst: number }): TokenBuckets {
  const { perSecond, burst } = options;
  const buckets = new Map<string, { tokens: number; at: number }>();

  const levelAt = (bucket: { tokens: number; at: number }, now: number): number =>
    Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);

  const makeRoom = (now: number): void => {
    for (const [key, bucket] of buckets) {
      if (levelAt(bucket, now) >= burst) buckets.delete(key);
    }
    // nearly all in use: deletes the older half, because otherwise memory, or the time for each new key, would grow
    for (const key of buckets.keys()) {
      if (buckets.size <= MAX_BUCKETS / 2) return;
      buckets.delete(key);
    }
  };

  return {
    take(key, now = performance.now()) {
      const known = buckets.get(key);
      const tokens = known === undefined ? burst : levelAt(known, now);
      if (tokens < 1) return (1 - tokens) / perSecond;
      if (known === undefined && buckets.size >= MAX_BUCKETS) makeRoom(now);
      buckets.set(key, { tokens: tokens - 1, at: now });
      return 0;
    },
  };
}
