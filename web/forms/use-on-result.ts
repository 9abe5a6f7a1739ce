import { useEffect, useRef } from 'react';

interface Submission<Result> {
  state: 'idle' | 'submitting' | 'loading';
  data: Result | undefined;
}

/** Runs once for each result of a fetcher's action, when the page already shows the change. */
export function useOnResult<Result>(
  { state, data }: Submission<Result>,
  run: (result: Result) => void,
): void {
  const handled = useRef(data);
  useEffect(() => {
    if (state !== 'idle' || data === undefined || data === handled.current) return;
    handled.current = data;
    run(data);
  });
}
