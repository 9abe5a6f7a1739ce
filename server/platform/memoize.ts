/** An answer so many times older than wanted is still given while a new one is being found. */
const STALE_TTL_FACTOR = 5;

/** The answer of `ask`, asked again when it is older than `ms`. A failure is not remembered. */
export function memoizeFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; askedAt: number } | undefined;
  let asking: Promise<T> | undefined;
  const askAnew = (): Promise<T> => {
    const askedAt = performance.now();
    const answer = ask().finally(() => (asking = undefined));
    answer.then(
      () => (known = { answer, askedAt }),
      () => undefined,
    );
    return answer;
  };
  return () => {
    const age = known === undefined ? Infinity : performance.now() - known.askedAt;
    if (known !== undefined && age <= ms) return known.answer;
    asking ??= askAnew();
    return known !== undefined && age <= STALE_TTL_FACTOR * ms ? known.answer : asking;
  };
}

/** A guard against made-up questions: more than this are forgotten, all at once. */
const MAX_ENTRIES = 2000;

/** What `find` finds, which is the same each time, found once for each question. */
export function memoize<Question extends string | number, Result>(
  find: (question: Question) => Result,
): (question: Question) => Result {
  const known = new Map<Question, Result>();
  return (question) => {
    if (!known.has(question)) {
      if (known.size >= MAX_ENTRIES) known.clear();
      known.set(question, find(question));
    }
    return known.get(question) as Result;
  };
}
