/** Up to this multiple of the TTL, serve the stale value while a fresh one is computed. */
const STALE_TTL_FACTOR = 5;

/** Calls `compute` again when its result is older than `ttlMs`. Does not memoize failures. */
export function memoizeFor<T>(ttlMs: number, compute: () => Promise<T>): () => Promise<T> {
  let known: { result: Promise<T>; startedAt: number } | undefined;
  let computing: Promise<T> | undefined;
  const recompute = (): Promise<T> => {
    const startedAt = performance.now();
    const result = compute().finally(() => (computing = undefined));
    result.then(
      () => (known = { result, startedAt }),
      () => undefined,
    );
    return result;
  };
  return () => {
    const age = known === undefined ? Infinity : performance.now() - known.startedAt;
    if (known !== undefined && age <= ttlMs) return known.result;
    computing ??= recompute();
    return known !== undefined && age <= STALE_TTL_FACTOR * ttlMs ? known.result : computing;
  };
}

/** A guard against made-up arguments: above this number, all results are dropped at once. */
const MAX_ENTRIES = 2000;

/** Memoizes a function that gives the same result for the same argument. */
export function memoize<Argument extends string | number, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    if (!known.has(argument)) {
      if (known.size >= MAX_ENTRIES) known.clear();
      known.set(argument, compute(argument));
    }
    return known.get(argument) as Result;
  };
}
