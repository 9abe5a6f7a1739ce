/** The answer of `ask`, asked again only when it is older than `ms`; a failure is not remembered. */
export function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return () => {
    if (answer === undefined || performance.now() - askedAt > ms) {
      askedAt = performance.now();
      answer = ask();
      answer.catch(() => (answer = undefined));
    }
    return answer;
  };
}
